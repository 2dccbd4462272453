package mortise.core.kubeconfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mortise.core.kubeconfig.ClientSettings.Plugins;

/** Says whether a plug-in may talk to a person. */
final class Interaction {

    /** Where Linux says what the standard input of a process is. */
    private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");

    private Interaction() {
    }

    /** The console of newer JDKs is there without a terminal, too, so it only counts where nothing else is known. */
    static boolean isTerminal(Path input) {
        try {
            String device = Files.readSymbolicLink(input).toString();
            return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty") || device.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException unknown) {
            return System.console() != null;
        }
    }

    /**
     * Says whether it gets the standard input of this process.
     *
     * @throws KubeconfigException when it needs somebody and nobody is there
     */
    static boolean with(PluginCommand command, Plugins rules) throws KubeconfigException {
        boolean terminal = rules.standardInput() && isTerminal(STANDARD_INPUT);
        return switch (command.interactiveMode()) {
            case NEVER -> false;
            case IF_AVAILABLE -> terminal;
            case ALWAYS -> {
                if (!terminal) {
                    throw new KubeconfigException("exec plugin cannot support interactive mode: standard input is "
                            + (rules.standardInput() ? "not a terminal" : "unavailable"));
                }
                yield true;
            }
        };
    }
}
