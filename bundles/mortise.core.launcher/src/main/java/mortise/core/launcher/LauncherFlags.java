package mortise.core.launcher;

import java.util.List;

/** The flags of the launcher itself, in the same form as those of the bundles. */
final class LauncherFlags {

    static final String PID = "mortise.core.launcher";

    static final String CONFIG_DIR = "config.dir";
    static final String DATA_DIR = "data.dir";
    static final String DEPLOY_DIR = "deploy.dir";
    static final String LOG_FORMAT = "log.format";
    static final String LOG_LEVEL = "log.level";
    static final String SHELL = "shell";
    static final String VERBOSITY = "v";

    static final List<Flag> ALL = List.of(
            text(CONFIG_DIR, "Folder with one configuration file for each PID; watched while the server runs.",
                    "config/ of the distribution"),
            text(DATA_DIR, "Folder for everything the server writes.",
                    "run/ of a source tree, else data/ of the distribution"),
            text(DEPLOY_DIR, "Folder that bundles can be dropped into while the server runs.",
                    "deploy/ of the distribution"),
            choice(LOG_FORMAT, "Form of the log records on standard error.", "text", "text", "json"),
            choice(LOG_LEVEL, "Records below this level are dropped.", "info",
                    "error", "warn", "info", "debug", "trace"),
            flag(SHELL, "Boolean", "", "", "false", List.of(),
                    "Opens the framework's shell on the terminal of this process."),
            flag(VERBOSITY, "Integer", "0", "10", "0", List.of(),
                    "Number for the log level as other API servers spell it: from 4 debug, from 8 trace."));

    private LauncherFlags() {
    }

    private static Flag text(String key, String description, String defaultValue) {
        return flag(key, "String", "1", "", defaultValue, List.of(), description);
    }

    private static Flag choice(String key, String description, String defaultValue, String... options) {
        return flag(key, "String", "", "", defaultValue, List.of(options), description);
    }

    private static Flag flag(String key, String type, String min, String max, String defaultValue,
            List<String> options, String description) {
        return new Flag(PID, key, type, false, min, max, defaultValue, options, description);
    }
}
