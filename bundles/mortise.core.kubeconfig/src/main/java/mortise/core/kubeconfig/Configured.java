package mortise.core.kubeconfig;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.core.kubeconfig.Credentials.Proof;
import mortise.core.kubeconfig.User.Impersonation;
import org.jspecify.annotations.Nullable;

/**
 * What the files say, read and checked. Immutable, but for what a plug-in supplies.
 *
 * @param cluster where the server is
 * @param authorities PEM certificates that vouch for it
 * @param credentials how it is told who calls
 * @param headers what every call carries: names and values in turn
 */
record Configured(
        Cluster cluster, Optional<byte[]> authorities, Credentials credentials, List<String> headers) {

    static Configured of(Cluster cluster, User user, ClientSettings settings) throws KubeconfigException {
        Optional<byte[]> authorities = cluster.authority().isPresent()
                ? Optional.of(cluster.authority().get().read()) : Optional.empty();
        Optional<ClientIdentity> identity = identity(user);
        new TransportSettings(cluster, authorities, identity).check();
        Optional<String> authorization = authorization(user);
        Optional<PluginCommand> plugin = authorization.isPresent() ? Optional.empty() : user.plugin();
        Credentials credentials = plugin.isPresent()
                ? new PluginCredentials(plugin.get(), cluster, authorities, settings, identity)
                : Credentials.fixed(new Proof(authorization, identity));
        return new Configured(cluster, authorities, credentials, impersonation(user.impersonation()));
    }

    /** Returns the files that all this depends on. */
    static List<Path> files(Cluster cluster, User user) {
        var files = new ArrayList<Path>();
        for (Optional<Material> material
                : List.of(cluster.authority(), user.certificate(), user.key(), user.token())) {
            material.flatMap(Material::file).ifPresent(files::add);
        }
        return files;
    }

    private static Optional<ClientIdentity> identity(User user) throws KubeconfigException {
        @Nullable Material certificate = user.certificate().orElse(null);
        @Nullable Material key = user.key().orElse(null);
        return certificate == null || key == null ? Optional.empty() : Optional.of(
                ClientIdentity.read(certificate.name(), certificate.read(), key.name(), key.read()));
    }

    private static Optional<String> authorization(User user) throws KubeconfigException {
        if (user.token().isPresent()) {
            String token = new String(user.token().get().read(), StandardCharsets.UTF_8).strip();
            if (token.isEmpty()) {
                throw new KubeconfigException("read empty token from " + user.token().get().name());
            }
            return Optional.of("Bearer " + headerValue(user.token().get().name(), token));
        }
        return user.password().map(password -> "Basic " + Base64.getEncoder().encodeToString(
                (password.username() + ":" + password.password()).getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> impersonation(Optional<Impersonation> given) throws KubeconfigException {
        var headers = new ArrayList<String>();
        if (given.isEmpty()) {
            return headers;
        }
        add(headers, "Impersonate-User", given.get().user());
        if (!given.get().uid().isEmpty()) {
            add(headers, "Impersonate-Uid", given.get().uid());
        }
        for (String group : given.get().groups()) {
            add(headers, "Impersonate-Group", group);
        }
        for (Map.Entry<String, List<String>> extra : given.get().extra().entrySet()) {
            for (String value : extra.getValue()) {
                add(headers, "Impersonate-Extra-" + escaped(extra.getKey()), value);
            }
        }
        return List.copyOf(headers);
    }

    private static void add(List<String> headers, String name, String value) throws KubeconfigException {
        headers.add(name);
        headers.add(headerValue(name, value));
    }

    /** Returns a text that can be the value of a header. */
    static String headerValue(String name, String value) throws KubeconfigException {
        if (!value.chars().allMatch(c -> c >= ' ' && c < 0x7f)) {
            throw new KubeconfigException(name + " holds characters that a header cannot");
        }
        return value;
    }

    /** Percent-encodes what cannot be in the name of a header. */
    private static String escaped(String key) {
        var escaped = new StringBuilder();
        for (byte unit : key.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (unit & 0xff);
            boolean legal = c < 0x80 && (Character.isLetterOrDigit(c) || "!#$&'*+-.^_`|~".indexOf(c) >= 0);
            escaped.append(legal ? String.valueOf(c) : String.format("%%%02X", (int) c));
        }
        return escaped.toString();
    }
}
