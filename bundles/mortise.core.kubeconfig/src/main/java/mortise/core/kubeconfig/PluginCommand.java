package mortise.core.kubeconfig;

import java.util.List;
import java.util.Map;

/**
 * A command that supplies credentials. Immutable.
 *
 * @param command path of a program, or its name to be found in {@code PATH}
 * @param arguments its arguments
 * @param environment what it gets beyond the environment of this process, in order
 * @param apiVersion version that it is spoken to in and must answer in
 * @param installHint for people, when it cannot be run
 * @param provideClusterInfo whether it is told about the server
 * @param interactiveMode whether it may talk to a person
 */
public record PluginCommand(
        String command,
        List<String> arguments,
        List<Map.Entry<String, String>> environment,
        String apiVersion,
        String installHint,
        boolean provideClusterInfo,
        InteractiveMode interactiveMode) {

    /** Whether a plug-in may use standard input. */
    public enum InteractiveMode {
        /** It never gets standard input. */
        NEVER,
        /** It gets standard input when there is somebody to talk to. */
        IF_AVAILABLE,
        /** It is not run when there is nobody to talk to. */
        ALWAYS
    }

    /** Copies the lists. */
    public PluginCommand {
        arguments = List.copyOf(arguments);
        environment = List.copyOf(environment);
    }

    /** Says only the command; arguments and environment may hold secrets. */
    @Override
    public String toString() {
        return "plug-in " + command;
    }
}
