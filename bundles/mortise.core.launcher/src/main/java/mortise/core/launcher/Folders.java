package mortise.core.launcher;

import java.nio.file.Path;

/**
 * Where things are; all paths are absolute.
 *
 * @param home the distribution
 * @param config configuration files
 * @param deploy bundles dropped in while the server runs
 * @param data everything the server writes
 */
record Folders(Path home, Path config, Path deploy, Path data) {

    /** Works out the folders of a start. A relative path counts from the working directory. */
    static Folders of(Path home, Path defaultData, CommandLine line) {
        return new Folders(home,
                line.own(LauncherFlags.CONFIG_DIR).map(Path::of).orElse(home.resolve("config")).toAbsolutePath(),
                line.own(LauncherFlags.DEPLOY_DIR).map(Path::of).orElse(home.resolve("deploy")).toAbsolutePath(),
                line.own(LauncherFlags.DATA_DIR).map(Path::of).orElse(defaultData).toAbsolutePath().normalize());
    }

    Path pki() {
        return data.resolve("pki");
    }

    /** What can be deleted without a loss. */
    Path cache() {
        return data.resolve("cache");
    }

    Path kubeconfig() {
        return data.resolve("admin.kubeconfig");
    }
}
