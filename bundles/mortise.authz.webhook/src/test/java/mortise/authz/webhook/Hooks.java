package mortise.authz.webhook;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.spi.operations.ServerNames;
import mortise.tck.operations.Configurations;
import mortise.tck.peer.Pki;

/** Configurations and files for tests. */
final class Hooks {

    static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");
    static final String HEAD = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n"
            + "authorizers:\n";

    private Hooks() {
    }

    /** Returns a configuration of names of methods and values in turn. */
    static WebhookConfig config(Object... namesAndValues) {
        var values = new HashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return Configurations.of(WebhookConfig.class, values);
    }

    static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a kubeconfig that calls a server, which an authority vouches for. */
    static Path kubeconfig(Path file, String url, Pki pki) {
        String authority = Base64.getEncoder().encodeToString(
                pki.authorityPem().getBytes(StandardCharsets.UTF_8));
        return write(file, "apiVersion: v1\nkind: Config\ncurrent-context: c\ncontexts:\n- name: c\n"
                + "  context: {cluster: c, user: u}\nclusters:\n- name: c\n  cluster: {server: '" + url + "/review', "
                + "certificate-authority-data: " + authority + "}\nusers:\n- name: u\n  user: {token: secret}\n");
    }

    /** Returns an entry of a file. */
    static String hook(String name, Path kubeconfig, String... more) {
        return "- type: Webhook\n  name: " + name + "\n  webhook:\n    timeout: 30s\n"
                + "    subjectAccessReviewVersion: v1\n    matchConditionSubjectAccessReviewVersion: v1\n"
                + "    connectionInfo: {type: KubeConfigFile, kubeConfigFile: '" + kubeconfig + "'}\n    "
                + String.join("\n    ", more.length == 0 ? new String[] {"failurePolicy: NoOpinion"} : more) + "\n";
    }

    static String status(String status) {
        return "{'kind':'SubjectAccessReview','apiVersion':'authorization.k8s.io/v1','status':{".replace('\'', '"')
                + status.replace('\'', '"') + "}}";
    }

    static Map<?, ?> json(String text) {
        return (Map<?, ?>) JsonDecoder.decode(text.getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT).value();
    }
}
