package mortise.core.kubeconfig;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.core.kubeconfig.PluginCommand.InteractiveMode;
import org.jspecify.annotations.Nullable;

/** Reads the {@code exec} block of a user. */
final class PluginReader {

    private PluginReader() {
    }

    static PluginCommand read(String user, Fields exec, @Nullable Path folder, String apiDomain)
            throws KubeconfigException {
        String command = required(user, exec, "command");
        String version = required(user, exec, "apiVersion");
        String group = "client.authentication." + apiDomain + "/";
        if (!version.equals(group + "v1") && !version.equals(group + "v1beta1")) {
            throw new KubeconfigException("exec plugin: invalid apiVersion \"" + version + "\"");
        }
        return new PluginCommand(resolved(command, folder), exec.texts("args"), environment(user, exec), version,
                exec.text("installHint"), exec.flag("provideClusterInfo"),
                mode(user, exec.text("interactiveMode"), version.endsWith("/v1beta1")));
    }

    /** A name without a separator is looked for in {@code PATH}; any other path counts from the folder of the file. */
    private static String resolved(String command, @Nullable Path folder) {
        boolean isPath = command.indexOf('/') >= 0 || command.indexOf(File.separatorChar) >= 0;
        return isPath && folder != null ? folder.resolve(command).normalize().toString() : command;
    }

    private static List<Map.Entry<String, String>> environment(String user, Fields exec) throws KubeconfigException {
        var environment = new ArrayList<Map.Entry<String, String>>();
        for (Fields entry : exec.objects("env")) {
            String name = entry.text("name");
            if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                throw new KubeconfigException("env variable name must be specified for " + user
                        + " to use exec authentication plugin");
            }
            environment.add(Map.entry(name, entry.text("value")));
        }
        return environment;
    }

    private static InteractiveMode mode(String user, String mode, boolean optional) throws KubeconfigException {
        return switch (mode) {
            case "Never" -> InteractiveMode.NEVER;
            case "IfAvailable" -> InteractiveMode.IF_AVAILABLE;
            case "Always" -> InteractiveMode.ALWAYS;
            case "" -> {
                if (optional) {
                    yield InteractiveMode.IF_AVAILABLE;
                }
                throw new KubeconfigException("interactiveMode must be specified for " + user
                        + " to use exec authentication plugin");
            }
            default -> throw new KubeconfigException("invalid interactiveMode for " + user
                    + " to use exec authentication plugin: \"" + mode + "\"");
        };
    }

    private static String required(String user, Fields exec, String key) throws KubeconfigException {
        String text = exec.text(key);
        if (text.isEmpty()) {
            throw new KubeconfigException(key + " must be specified for " + user
                    + " to use exec authentication plugin");
        }
        return text;
    }
}
