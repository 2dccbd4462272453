package mortise.itests.dynamics;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.cleanCaches;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.jar.JarFile;
import org.ops4j.pax.exam.Option;

/** The distribution's bundles in a Pax Exam container, with own folders for configuration, dropped jars and data. */
final class ServerInContainer {

    /** Pax Exam ends its start at this level; what is above would be stopped again. */
    private static final int FINAL_START_LEVEL = 5;

    /** Behind it comes the shell, which writes to the standard output by which the tests tell how they went. */
    private static final int LAST_START_LEVEL = 10;

    private ServerInContainer() {
    }

    /** The folder that the tests of one class share with their server. */
    static Path work() {
        return Path.of(System.getProperty("mortise.test.work"));
    }

    static Path configFile(String pid) {
        return work().resolve("config/" + pid + ".cfg");
    }

    static Path deployFolder() {
        return work().resolve("deploy");
    }

    static Path authority() {
        return work().resolve("pki/ca.crt");
    }

    /** Everything that a test class's {@code @Configuration} returns. */
    static Option[] options() throws IOException {
        Path work = prepare();
        var options = new ArrayList<Option>();
        for (Path jar : Distribution.bundles()) {
            int startLevel = Integer.parseInt(jar.getParent().getFileName().toString());
            if (startLevel > LAST_START_LEVEL) {
                continue;
            }
            var option = bundle("reference:" + jar.toUri()).startLevel(Math.min(FINAL_START_LEVEL, startLevel));
            options.add(isFragment(jar) ? option.noStart() : option);
        }
        for (String packageOfLauncher : launcherPackages()) {
            options.add(systemPackages(packageOfLauncher));
        }
        // Pax Exam's own bundles import an older version of these than the server's.
        options.add(systemPackages("org.slf4j.spi;version=1.7.36", "org.slf4j.event;version=1.7.36"));
        options.addAll(List.of(
                systemProperty("mortise.test.work").value(work.toString()),
                frameworkProperty("felix.fileinstall.dir").value(work.resolve("config") + "," + work.resolve("deploy")),
                frameworkProperty("felix.fileinstall.noInitialDelay").value("true"),
                frameworkProperty("felix.fileinstall.poll").value("250"),
                frameworkProperty("felix.fileinstall.enableConfigSave").value("false"),
                frameworkProperty("felix.fileinstall.start.level").value(String.valueOf(FINAL_START_LEVEL)),
                frameworkProperty("felix.fileinstall.subdir.mode").value("skip"),
                frameworkProperty("felix.fileinstall.filter").value(".*\\.(cfg|config|jar)"),
                junitBundles(),
                cleanCaches()));
        return options.toArray(Option[]::new);
    }

    private static Path prepare() throws IOException {
        Path work = Files.createTempDirectory(Files.createDirectories(
                Distribution.root().resolve("itests/mortise.itests.dynamics/target/servers")), "server");
        for (String folder : List.of("config", "deploy", "data", "pki")) {
            Files.createDirectories(work.resolve(folder));
        }
        for (String file : List.of("ca.crt", "server.crt", "server.key", "alice.crt", "alice.key")) {
            copyResource("pki/" + file, work.resolve("pki/" + file));
        }
        copyResource("tokens.csv", work.resolve("tokens.csv"));
        configure(work, "mortise.core.http", """
                bind.address = 127.0.0.1
                secure.port = 0
                tls.cert.file = %1$s/pki/server.crt
                tls.private.key.file = %1$s/pki/server.key
                client.ca.file = %1$s/pki/ca.crt
                authorization.mode = AlwaysAllow
                plugin.timeout.seconds = 2
                """);
        configure(work, "mortise.core.registry.store", "storage.backend = memory\n");
        configure(work, "mortise.authn.x509", "client.ca.file = %1$s/pki/ca.crt\n");
        configure(work, "mortise.authn.tokenfile", "token.auth.file = %1$s/tokens.csv\n");
        return work;
    }

    /** The packages that bundles get from the launcher's class path, as the distribution lists them. */
    private static String[] launcherPackages() throws IOException {
        var properties = new Properties();
        try (var in = Files.newBufferedReader(Distribution.folder().resolve("distribution.properties"))) {
            properties.load(in);
        }
        return properties.getProperty("system.packages").replace("\"", "").split(",");
    }

    private static boolean isFragment(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            return file.getManifest().getMainAttributes().getValue("Fragment-Host") != null;
        }
    }

    private static void configure(Path work, String pid, String text) throws IOException {
        Files.writeString(work.resolve("config/" + pid + ".cfg"), text.formatted(work));
    }

    private static void copyResource(String name, Path to) throws IOException {
        try (var in = ServerInContainer.class.getResourceAsStream("/" + name)) {
            Files.copy(Objects.requireNonNull(in, name), to);
        }
    }
}
