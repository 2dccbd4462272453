package mortise.core.launcher;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.felix.cm.PersistenceManager;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.apache.felix.scr.component.ExtComponentContext;

/** A small distribution in a folder, with the real runtime bundles and {@link SampleServer} as its server. */
final class SampleDistribution {

    private static final int FIRST_WITH_UNSAFE_WARNINGS = 24;
    private static final long PATIENCE_SECONDS = 60;
    private static final String FLAGS = "pid\tkey\ttype\tcardinality\tmin\tmax\tdefault\toptions\tdescription\n"
            + "mortise.core.sample\tsecure.port\tInteger\t\t1\t65535\t6443\t\tPort.\n"
            + "mortise.core.sample\ttls.cert.file\tString\t\t\t\t\t\tCertificate.\n"
            + "mortise.core.sample\ttls.private.key.file\tString\t\t\t\t\t\tKey.\n"
            + "mortise.core.sample\tclient.ca.file\tString\t\t\t\t\t\tAuthorities.\n"
            + "mortise.authn.picky\tpicky.colour\tString\t\t\t\t\t\tColour.\n";

    final Path home;
    final Path data;

    SampleDistribution(Path folder) throws IOException {
        home = folder.resolve("home");
        data = folder.resolve("data");
        for (String name : List.of("bundles/01", "bundles/02", "bundles/05", "bundles/10", "config", "deploy",
                "metatype")) {
            Files.createDirectories(home.resolve(name));
        }
        Files.writeString(home.resolve("metatype/flags.tsv"), FLAGS);
        Files.writeString(home.resolve("distribution.properties"), "name=sample\nversion=1\nbuild.id=b\n"
                + "system.packages=org.slf4j;version\\=\"2.0.17\",org.osgi.service.log;version\\=\"1.5\","
                + "org.osgi.service.component;version\\=\"1.5.1\",org.osgi.service.component.runtime;version\\=\"1.5\","
                + "org.osgi.service.component.runtime.dto;version\\=\"1.5\",org.osgi.util.promise;version\\=\"1.3\"\n");
        copy(PersistenceManager.class, "bundles/01/configadmin.jar");
        copy("mortise.core.configuration", "bundles/01/configuration.jar");
        copy(ArtifactInstaller.class, "bundles/02/fileinstall.jar");
        copy(ExtComponentContext.class, "bundles/02/scr.jar");
        bundle("bundles/05/sample.jar", Map.of("Bundle-SymbolicName", "mortise.core.sample", "Bundle-Activator",
                SampleServer.class.getName(), "Import-Package",
                "com.sun.net.httpserver,org.osgi.framework,org.osgi.service.cm"),
                SampleServer.class);
    }

    /** Writes a bundle with one component, an immediate one that needs a configuration of the bundle's name. */
    void component(String path, String name, Class<?> type) throws IOException {
        String description = "<scr:component xmlns:scr='http://www.osgi.org/xmlns/scr/v1.3.0' name='" + name
                + "' immediate='true' configuration-policy='require' activate='activate'><implementation class='"
                + type.getName() + "'/></scr:component>";
        bundle(path, Map.of("Bundle-SymbolicName", name, "Service-Component", "component.xml",
                "Import-Package", "org.slf4j;version=\"2\""), Map.of("component.xml", description), type);
    }

    /** Writes a bundle with further manifest headers and some classes of the tests. */
    void bundle(String path, Map<String, String> headers, Class<?>... classes) throws IOException {
        bundle(path, headers, Map.of(), classes);
    }

    private void bundle(String path, Map<String, String> headers, Map<String, String> files, Class<?>... classes)
            throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Bundle-ManifestVersion", "2");
        headers.forEach(attributes::putValue);
        // Written aside and renamed, as one should drop a bundle: the watcher never sees half of it.
        Path temporary = home.resolve("bundle.tmp");
        try (OutputStream out = Files.newOutputStream(temporary);
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                jar.putNextEntry(new ZipEntry(file.getKey()));
                jar.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
            for (Class<?> type : classes) {
                String name = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new ZipEntry(name));
                try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                    in.transferTo(jar);
                }
            }
        }
        Files.move(temporary, home.resolve(path), StandardCopyOption.REPLACE_EXISTING);
    }

    void config(String text) throws IOException {
        Files.writeString(home.resolve("config/" + SampleServer.PID + ".cfg"), text);
    }

    Run start(String... flags) throws IOException {
        return start(Map.of(), List.of(), flags);
    }

    Run start(Map<String, String> environment, List<String> options, String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1", "-Dmortise.home=" + home, "-Dmortise.data=" + data, "-cp",
                classPath(), Launcher.class.getName()));
        if (Runtime.version().feature() >= FIRST_WITH_UNSAFE_WARNINGS) {
            command.add(1, "--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(1, options);
        command.addAll(List.of(flags));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return new Run(builder.start());
    }

    /** Jars only, the launcher's own classes too: a JVM makes no class archive of a folder of classes. */
    private String classPath() throws IOException {
        Path launcher = home.resolve("launcher.jar");
        Path classes = Path.of(URI.create(Launcher.class.getProtectionDomain().getCodeSource().getLocation()
                .toString()));
        if (!Files.exists(launcher)) {
            try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(launcher));
                    Stream<Path> files = Files.walk(classes)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                    Files.copy(file, jar);
                }
            }
        }
        return launcher + File.pathSeparator + Arrays.stream(System.getProperty("java.class.path")
                .split(File.pathSeparator)).filter(entry -> entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void copy(Class<?> type, String path) throws IOException {
        try {
            Files.copy(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()), home.resolve(path));
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** Copies the jar of a module that exports no class; in the reactor it may stand as a folder of classes. */
    private void copy(String module, String path) throws IOException {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (entry.endsWith(".jar") && entry.contains(module)) {
                Files.copy(Path.of(entry), home.resolve(path));
                return;
            }
        }
        throw new IOException("the jar of " + module + " is not on the class path; run the tests after package");
    }

    /** A running process and what it printed. */
    static final class Run implements AutoCloseable {

        private final Process process;
        private final List<String> lines = new ArrayList<>();
        private final Thread reader;

        Run(Process process) {
            this.process = process;
            reader = new Thread(this::read);
            reader.setDaemon(true);
            reader.start();
        }

        /** Returns the first line that fits, printed already or within the time limit. */
        String line(Predicate<String> fits) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            synchronized (lines) {
                while (true) {
                    for (String line : lines) {
                        if (fits.test(line)) {
                            return line;
                        }
                    }
                    try {
                        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                        if (left <= 0) {
                            throw new AssertionError("no such line in " + lines);
                        }
                        lines.wait(left);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        }

        /** Returns how many lines were printed by a process that has ended. */
        int count() {
            try {
                reader.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            synchronized (lines) {
                return lines.size();
            }
        }

        String ready() {
            return line(line -> line.contains(" is ready at "));
        }

        int exitCode() {
            return CompletableFuture.supplyAsync(() -> {
                try {
                    return process.waitFor();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        }

        void terminate() {
            process.destroy();
        }

        @Override
        public void close() {
            process.destroyForcibly();
            exitCode();
        }

        private void read() {
            try (BufferedReader reader = process.inputReader()) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    synchronized (lines) {
                        lines.add(line);
                        lines.notifyAll();
                    }
                }
            } catch (IOException e) {
                synchronized (lines) {
                    lines.add("cannot read on: " + e);
                    lines.notifyAll();
                }
            }
        }
    }
}
