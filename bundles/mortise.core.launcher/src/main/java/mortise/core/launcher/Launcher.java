package mortise.core.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.osgi.framework.BundleException;

/**
 * Starts a distribution: flags, certificates, framework, and a word to the user when the server is ready. Exit codes: 0
 * after an orderly stop, 1 when the server cannot start, 2 when it was asked for wrongly. A first argument that is no
 * flag names a command, see {@link ToolRun}.
 *
 * <p>This is the one class that writes to standard output, and only what is for the user's eyes; records go to the log.
 */
public final class Launcher {

    private static final int CANNOT_START = 1;
    private static final int BAD_USAGE = 2;
    private static final int LONGEST_PROCESS_ID = 20;

    private final PrintStream out;
    private final Path home;
    private final Path defaultData;
    private final Properties distribution = new Properties();

    private Launcher(PrintStream out, Path home, Path defaultData) {
        this.out = out;
        this.home = home;
        this.defaultData = defaultData;
    }

    /**
     * Runs until the framework stops.
     *
     * @param args start flags; the system properties {@code mortise.home} and {@code mortise.data} say where the
     *         distribution is and which data folder is used without a flag
     */
    public static void main(String[] args) {
        Path home = Path.of(System.getProperty("mortise.home", ".")).toAbsolutePath().normalize();
        Path data = Path.of(System.getProperty("mortise.data", home.resolve("data").toString()));
        int code;
        try {
            code = new Launcher(System.out, home, data).run(List.of(args));
        } catch (UsageException e) {
            code = complain(e, BAD_USAGE);
        } catch (StartException e) {
            code = complain(e, CANNOT_START);
        }
        System.exit(code);
    }

    private static int complain(Exception failure, int code) {
        // This line says it all; what was logged on the way, and stopping, would bury it.
        HeldLog.close();
        System.err.println("mortise: " + failure.getMessage());
        return code;
    }

    private int run(List<String> arguments) {
        FlagTable table = FlagTable.read(home.resolve("metatype/flags.tsv"));
        boolean tool = !arguments.isEmpty() && !arguments.get(0).startsWith("-");
        CommandLine line = CommandLine.parse(tool ? arguments.subList(1, arguments.size()) : arguments, table);
        try {
            try (Reader reader = Files.newBufferedReader(home.resolve("distribution.properties"))) {
                distribution.load(reader);
            }
            if (tool && line.request() == CommandLine.Request.START) {
                return new ToolRun(out, Folders.of(home, defaultData, line), table, line,
                        distribution.getProperty("system.packages")).run(arguments.get(0));
            }
            switch (line.request()) {
                case HELP -> out.print(Help.text(table));
                case VERSION -> out.println("mortise " + version() + " (" + distribution.getProperty("name") + " "
                        + distribution.getProperty("build.id") + ")");
                default -> start(line, table);
            }
        } catch (IOException | BundleException | GeneralSecurityException e) {
            throw new StartException("cannot start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private void start(CommandLine line, FlagTable table) throws IOException, BundleException,
            GeneralSecurityException, InterruptedException {
        setUpLog(line, "info");
        Folders folders = Folders.of(home, defaultData, line);
        PrivateFiles.createFolder(folders.data());
        try (FileChannel lock = FileChannel.open(folders.data().resolve("lock"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            take(lock, folders.data());
            PrivateFiles.createFolder(folders.cache());
            serve(line, table, folders);
        }
    }

    private static void take(FileChannel lock, Path data) throws IOException {
        ByteBuffer process = ByteBuffer.allocate(LONGEST_PROCESS_ID);
        if (lock.tryLock() == null) {
            lock.read(process);
            throw new StartException("data directory " + data + " is in use by process "
                    + new String(process.array(), 0, process.position(), StandardCharsets.US_ASCII));
        }
        lock.truncate(0);
        lock.write(process.put(String.valueOf(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII))
                .flip());
    }

    private void serve(CommandLine line, FlagTable table, Folders folders) throws IOException, BundleException,
            GeneralSecurityException, InterruptedException {
        Layers layers = new Layers(table, folders.config(), line.values());
        ServingFiles files = new ServingFiles(new Pki(folders.pki(), Instant.now()), layers, folders);
        // Reading, and the first time making, certificates takes as long as filling the framework; two cores can both.
        CompletableFuture<Void> certificates = CompletableFuture.runAsync(files::prepare);
        FrameworkRun framework = FrameworkRun.create(folders, properties(folders, layers, line));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(framework), "mortise-stop"));
        try {
            certificates.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StartException || e.getCause() instanceof UsageException
                    ? (RuntimeException) e.getCause()
                    : new StartException("cannot prepare the certificates", e.getCause());
        }
        ServerWatch watch = new ServerWatch(framework, layers);
        framework.start();
        String address = watch.await();
        framework.keepCache();
        files.writeKubeconfig(address);
        if (Boolean.getBoolean(TrainingRequests.PROPERTY)) {
            TrainingRequests.send(address, files.material());
            return;
        }
        HeldLog.open();
        announce(address, folders);
        ArchiveTraining.startIfAsked(home);
        framework.waitForStop();
    }

    private static void stop(FrameworkRun framework) {
        // Whoever stops a server that hangs in its start wants to know where.
        HeldLog.open();
        framework.stop();
    }

    private Map<String, Object> properties(Folders folders, Layers layers, CommandLine line) {
        layers.provide(LauncherFlags.DATA_DIR, folders.data().toString());
        boolean shell = line.own(LauncherFlags.SHELL).map(Boolean::parseBoolean).orElse(false);
        Map<String, Object> properties =
                FrameworkRun.properties(folders, distribution.getProperty("system.packages"), shell);
        properties.putAll(layers.properties());
        return properties;
    }

    static void setUpLog(CommandLine line, String defaultLevel) {
        int verbosity = line.own(LauncherFlags.VERBOSITY).map(Integer::parseInt).orElse(0);
        Optional<String> fromVerbosity = verbosity >= 8 ? Optional.of("trace")
                : verbosity >= 4 ? Optional.of("debug") : Optional.empty();
        LogProvider.install(line.own(LauncherFlags.LOG_FORMAT).orElse("text"),
                line.own(LauncherFlags.LOG_LEVEL).or(() -> fromVerbosity).orElse(defaultLevel));
    }

    private void announce(String address, Folders folders) {
        // In one piece, so that no record of the log gets in between.
        out.print(String.format(Locale.ROOT, "Mortise %s is ready at %s after %.2f s. Try:%n%n  export KUBECONFIG=%s%n"
                + "  kubectl get namespaces%n%n", version(), address, Elapsed.seconds(), folders.kubeconfig()));
        out.flush();
    }

    private String version() {
        return distribution.getProperty("version", "unknown");
    }
}
