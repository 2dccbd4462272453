package mortise.core.launcher;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the class archive that shortens later starts: a second process of the same JVM starts the distribution on a
 * throw-away data folder, serves some requests and exits, upon which the JVM writes the archive. How this process ends,
 * even by a kill, does not matter: the archive gets its name when it is complete.
 */
final class ArchiveTraining implements Runnable {

    /** Environment variable of the start script: where the archive is missing. */
    static final String ARCHIVE = "MORTISE_ARCHIVE";

    private static final String FOLDER = "training-";
    private static final int FIRST_WITH_AOT_CACHE = 25;
    private static final int LIMIT_SECONDS = 120;

    private final Logger logger = LoggerFactory.getLogger(ArchiveTraining.class);
    private final Path archive;
    private final Path folder;
    private final Path home;

    ArchiveTraining(Path archive, Path home) {
        this.archive = archive;
        this.folder = archive.resolveSibling(FOLDER + ProcessHandle.current().pid());
        this.home = home;
    }

    /** Trains in the background when the start script asks for it. */
    static void startIfAsked(Path home) {
        String archive = System.getenv(ARCHIVE);
        if (archive != null && !archive.isBlank()) {
            Thread thread = new Thread(new ArchiveTraining(Path.of(archive), home), "mortise-archive");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void run() {
        try {
            deleteAbandoned();
            Files.createDirectories(folder);
            Path made = folder.resolve("archive");
            Process process = process(made);
            Thread killer = new Thread(process::destroyForcibly);
            Runtime.getRuntime().addShutdownHook(killer);
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            Runtime.getRuntime().removeShutdownHook(killer);
            if (ended && process.exitValue() == 0 && Files.exists(made)) {
                deleteOthers();
                Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
                logger.info("later starts are faster: made {}", archive);
            } else {
                logger.warn("no class archive was made, later starts take longer: {}", lastWord());
            }
        } catch (IOException | IllegalStateException e) {
            // IllegalStateException: the server is being stopped, and with it this.
            logger.debug("no class archive was made", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            deleteTree(folder);
        }
    }

    private Process process(Path made) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-Dmortise.")).forEach(command::add);
        command.add((Runtime.version().feature() < FIRST_WITH_AOT_CACHE ? "-XX:ArchiveClassesAtExit="
                : "-XX:AOTCacheOutput=") + made);
        command.add("-Dmortise.home=" + home);
        command.add("-D" + TrainingRequests.PROPERTY + "=true");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Launcher.class.getName(),
                "--data-dir=" + folder.resolve("data"), "--deploy-dir=" + folder.resolve("deploy"),
                "--secure-port=" + freePort(), "--log-level=error"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(output().toFile());
        builder.environment().remove(ARCHIVE);
        return builder.start();
    }

    private Path output() {
        return folder.resolve("output");
    }

    private String lastWord() throws IOException {
        List<String> lines = Files.readAllLines(output());
        return lines.isEmpty() ? "its process said nothing" : lines.get(lines.size() - 1);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A training that was killed with its server left its folder behind. */
    private void deleteAbandoned() throws IOException {
        Files.createDirectories(archive.getParent());
        try (Stream<Path> folders = Files.list(archive.getParent())) {
            folders.filter(other -> other.getFileName().toString().startsWith(FOLDER)).filter(other -> ProcessHandle
                    .of(Long.parseLong(other.getFileName().toString().substring(FOLDER.length()))).isEmpty())
                    .forEach(this::deleteTree);
        }
    }

    /** Archives of other builds are of no use any more; those of other JVMs and this build are. */
    private void deleteOthers() throws IOException {
        String name = archive.getFileName().toString();
        String build = name.substring(0, name.lastIndexOf('-'));
        try (Stream<Path> files = Files.list(archive.getParent())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String other = file.getFileName().toString();
                if (other.startsWith("classes-") && !other.startsWith(build)) {
                    Files.delete(file);
                }
            }
        }
    }

    private void deleteTree(Path tree) {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            logger.debug("{} stays behind", tree, e);
        }
    }
}
