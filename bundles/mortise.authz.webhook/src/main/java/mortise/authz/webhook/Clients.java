package mortise.authz.webhook;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import mortise.authz.webhook.AuthorizationSettings.Connection;
import mortise.core.kubeconfig.CallResult;
import mortise.core.kubeconfig.ClientSettings;
import mortise.core.kubeconfig.Cluster;
import mortise.core.kubeconfig.KubeconfigClient;
import mortise.core.kubeconfig.Material;
import mortise.core.kubeconfig.User;
import mortise.spi.operations.ServerNames;

/** Makes the clients of servers. */
final class Clients {

    private static final int ANSWER_BYTES_MAX = 1 << 20;
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private Clients() {
    }

    /** A client, and where on its server reviews are posted. */
    record Client(KubeconfigClient server, String path) implements Webhook.Caller, AutoCloseable {

        @Override
        public CallResult call(byte[] body, Duration timeout) {
            return server.post(path + "?timeout=" + Math.max(1, timeout.toMillis()) + "ms", body, timeout);
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** @throws IOException when what is said about the server cannot be used, with a message for people */
    static Client open(Connection connection, String reviewVersion, ServerNames names) throws IOException {
        ClientSettings settings = ClientSettings.DEFAULT.withApiDomain(names.apiDomain())
                .withAnswerBytesMax(ANSWER_BYTES_MAX);
        if (connection.type().equals(Connection.FILE)) {
            return new Client(KubeconfigClient.open(Path.of(connection.kubeConfigFile().orElseThrow()), settings), "");
        }
        return new Client(inCluster(System.getenv(), ACCOUNT, settings),
                "/apis/" + names.group("authorization") + "/" + reviewVersion + "/subjectaccessreviews");
    }

    /** Makes a client of the cluster that this server runs in, as the service account that its pod was given. */
    static KubeconfigClient inCluster(Map<String, String> environment, Path account, ClientSettings settings)
            throws IOException {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        if (host.isEmpty() || port.isEmpty()) {
            throw new IOException("unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and"
                    + " KUBERNETES_SERVICE_PORT must be defined");
        }
        URI server = URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
        Path authority = account.resolve("ca.crt");
        var cluster = new Cluster("in-cluster", server, Files.exists(authority)
                ? Optional.of(Material.in("the authority of the cluster", authority)) : Optional.empty(),
                false, "", Optional.empty(), false, Optional.empty());
        var user = new User("in-cluster", Optional.empty(), Optional.empty(),
                Optional.of(Material.in("the token of the pod", account.resolve("token"))), Optional.empty(),
                Optional.empty(), Optional.empty());
        return KubeconfigClient.of(cluster, user, settings);
    }
}
