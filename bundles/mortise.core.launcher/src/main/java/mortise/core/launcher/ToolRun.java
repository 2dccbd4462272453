package mortise.core.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/**
 * Runs a command other than start: a service {@code ToIntFunction<Consumer<String>>} with the property
 * {@value #COMMAND} that takes where its lines go, and returns the exit code. It runs in a framework with the bundles
 * that have to do with storage and no others, in a temporary folder, with the configuration and flags that a start
 * would have. The type is one of the JDK, because the launcher depends on no bundle.
 */
final class ToolRun {

    static final String COMMAND = "mortise.command";

    /** Libraries and what configures, and the bundles that commands need. */
    private static final Pattern BUNDLES = Pattern.compile(
            ".*[/\\\\]0[1-4][/\\\\][^/\\\\]*"
            + "|.*[/\\\\]mortise\\.(api|spi\\.(storage|operations)|core\\.(etcd|rocksdb)|storage\\.[a-z]+(\\.tools)?"
            + "|ops\\.storetool)-[^/\\\\]*");

    private final PrintStream out;
    private final Folders folders;
    private final FlagTable table;
    private final CommandLine line;
    private final String systemPackages;

    ToolRun(PrintStream out, Folders folders, FlagTable table, CommandLine line, String systemPackages) {
        this.out = out;
        this.folders = folders;
        this.table = table;
        this.line = line;
        this.systemPackages = systemPackages;
    }

    /**
     * Runs a command and returns its exit code.
     *
     * @throws UsageException when there is no such command, or it failed; the message says why
     */
    int run(String command) throws IOException, BundleException {
        Launcher.setUpLog(line, "warn");
        HeldLog.open();
        Path temporary = Files.createTempDirectory("mortise-" + command);
        try {
            Folders own = new Folders(folders.home(), folders.config(), temporary.resolve("deploy"), temporary);
            Files.createDirectories(own.deploy());
            Layers layers = new Layers(table, folders.config(), line.values());
            layers.provide(LauncherFlags.DATA_DIR, folders.data().toString());
            Map<String, Object> properties = FrameworkRun.properties(own, systemPackages, false);
            properties.putAll(layers.properties());
            FrameworkRun framework = FrameworkRun.create(own, properties, BundleSet.of(
                    folders.home().resolve("bundles"), own.cache(), jar -> BUNDLES.matcher(jar.toString()).matches()));
            framework.start();
            try {
                return call(framework.context(), command);
            } finally {
                framework.stop();
            }
        } finally {
            delete(temporary);
        }
    }

    @SuppressWarnings("unchecked") // the property says what it is
    private int call(BundleContext context, String command) {
        try {
            ServiceReference<?> reference = context.getServiceReferences(ToIntFunction.class,
                    "(" + COMMAND + "=" + command + ")").stream().findFirst().orElseThrow(() ->
                    new UsageException("unknown command " + command + "; try: mortise help"));
            Object service = context.getService(reference);
            if (service == null) {
                throw new UsageException("the command " + command + " does not start");
            }
            return ((ToIntFunction<Consumer<String>>) service).applyAsInt(this::say);
        } catch (InvalidSyntaxException e) {
            throw new UsageException("unknown command " + command + "; try: mortise help");
        } catch (UsageException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new UsageException(e.getMessage() == null ? LogText.oneLine(e) : LogText.escaped(e.getMessage()));
        }
    }

    private void say(String text) {
        out.println(text);
        out.flush();
    }

    private static void delete(Path tree) {
        try (Stream<Path> files = Files.walk(tree)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.delete(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // It is in the temporary folder, which others clean.
        }
    }
}
