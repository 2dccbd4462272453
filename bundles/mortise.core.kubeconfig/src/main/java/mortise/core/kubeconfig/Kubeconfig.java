package mortise.core.kubeconfig;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a kubeconfig file says. Immutable; the files that it refers to are read later.
 *
 * @param currentContext name of the context that counts; may be empty
 * @param contexts contexts by name
 * @param clusters servers by name
 * @param users users by name
 */
public record Kubeconfig(
        String currentContext,
        Map<String, Context> contexts,
        Map<String, Cluster> clusters,
        Map<String, User> users) {

    /** How large a file may be, in bytes. */
    public static final int BYTES_MAX = 3 << 20;

    /**
     * Who calls whom.
     *
     * @param cluster name of the server
     * @param user name of the user; may be empty
     */
    public record Context(String cluster, String user) {
    }

    /** Copies the maps. */
    public Kubeconfig {
        contexts = Map.copyOf(contexts);
        clusters = Map.copyOf(clusters);
        users = Map.copyOf(users);
    }

    /**
     * Reads a file, YAML or JSON. Relative paths in it count from its folder.
     *
     * @param apiDomain suffix of the groups of the API, such as {@code k8s.io}
     * @throws KubeconfigException when it cannot be read or says something impossible; the message names it
     */
    public static Kubeconfig read(Path file, String apiDomain) throws KubeconfigException {
        byte[] text = new Material("kubeconfig " + file, Optional.of(file), new byte[0]).read();
        try {
            return KubeconfigReader.read(text, file.toAbsolutePath().getParent(), apiDomain);
        } catch (KubeconfigException e) {
            throw new KubeconfigException("kubeconfig " + file + ": " + e.getMessage());
        }
    }

    /**
     * Returns the server of the current context.
     *
     * @throws KubeconfigException when there is none
     */
    public Cluster cluster() throws KubeconfigException {
        String name = context().cluster();
        Cluster cluster = clusters.get(name);
        if (cluster == null) {
            throw new KubeconfigException(
                    "cluster \"" + name + "\" was not found for context \"" + currentContext + "\"");
        }
        return cluster;
    }

    /**
     * Returns the user of the current context.
     *
     * @throws KubeconfigException when there is none of that name
     */
    public User user() throws KubeconfigException {
        String name = context().user();
        User user = name.isEmpty() ? User.NOBODY : users.get(name);
        if (user == null) {
            throw new KubeconfigException(
                    "user \"" + name + "\" was not found for context \"" + currentContext + "\"");
        }
        return user;
    }

    private Context context() throws KubeconfigException {
        if (currentContext.isEmpty()) {
            throw new KubeconfigException("current-context is not set");
        }
        Context context = contexts.get(currentContext);
        if (context == null) {
            throw new KubeconfigException("context \"" + currentContext + "\" does not exist");
        }
        return context;
    }
}
