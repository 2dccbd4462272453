package mortise.core.kubeconfig;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.YamlDecoder;
import mortise.core.kubeconfig.Kubeconfig.Context;
import mortise.core.kubeconfig.User.Impersonation;
import mortise.core.kubeconfig.User.Password;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Kubeconfig} of a document. Fields that nobody knows are skipped, as clients do. */
final class KubeconfigReader {

    private static final DecodeLimits LIMITS = new DecodeLimits(64, Kubeconfig.BYTES_MAX);

    private static final Pattern LINE = Pattern.compile("^yaml: (line \\d+)");

    private final @Nullable Path folder;
    private final String apiDomain;

    private KubeconfigReader(@Nullable Path folder, String apiDomain) {
        this.folder = folder;
        this.apiDomain = apiDomain;
    }

    static Kubeconfig read(byte[] text, @Nullable Path folder, String apiDomain) throws KubeconfigException {
        try {
            return new KubeconfigReader(folder, apiDomain)
                    .document(Fields.of("", YamlDecoder.decode(text, LIMITS).value()));
        } catch (MalformedBodyException broken) {
            // The rest of the message may quote what is there, which may be a secret.
            Matcher line = LINE.matcher(String.valueOf(broken.getMessage()));
            throw new KubeconfigException("no usable YAML" + (line.find() ? " at " + line.group(1) : ""));
        }
    }

    private interface Reading<T> {
        T read(String name, Fields fields) throws KubeconfigException;
    }

    private Kubeconfig document(Fields fields) throws KubeconfigException {
        requireOr(fields, "apiVersion", "v1");
        requireOr(fields, "kind", "Config");
        return new Kubeconfig(fields.text("current-context"),
                named(fields, "contexts", "context", (name, context) ->
                        new Context(context.text("cluster"), context.text("user"))),
                named(fields, "clusters", "cluster", this::cluster),
                named(fields, "users", "user", this::user));
    }

    private static void requireOr(Fields fields, String key, String expected) throws KubeconfigException {
        String value = fields.text(key);
        if (!value.isEmpty() && !value.equals(expected)) {
            throw new KubeconfigException(key + " is not " + expected);
        }
    }

    private static <T> Map<String, T> named(Fields fields, String list, String key, Reading<T> reading)
            throws KubeconfigException {
        var named = new LinkedHashMap<String, T>();
        for (Fields item : fields.objects(list)) {
            String name = item.text("name");
            if (named.put(name, reading.read(name, item.object(key))) != null) {
                throw new KubeconfigException(list + ": duplicate name \"" + name + "\" in list");
            }
        }
        return named;
    }

    private Cluster cluster(String name, Fields fields) throws KubeconfigException {
        Optional<Material> authority = material(fields, "certificate-authority");
        boolean insecure = fields.flag("insecure-skip-tls-verify");
        if (insecure && authority.isPresent()) {
            throw new KubeconfigException("cluster \"" + name
                    + "\": specifying a root certificates file with the insecure flag is not allowed");
        }
        String proxy = fields.text("proxy-url");
        return new Cluster(name, server(name, fields.text("server"), insecure || authority.isPresent()), authority,
                insecure, fields.text("tls-server-name"),
                proxy.isEmpty() ? Optional.empty() : Optional.of(proxy(name, proxy)),
                fields.flag("disable-compression"), pluginConfig(fields));
    }

    private static URI server(String cluster, String text, boolean secure) throws KubeconfigException {
        if (text.isEmpty()) {
            throw new KubeconfigException("no server found for cluster \"" + cluster + "\"");
        }
        URI server = uri(cluster, "server",
                text.contains("://") ? text : (secure ? "https://" : "http://") + text);
        if (!"https".equalsIgnoreCase(server.getScheme()) && !"http".equalsIgnoreCase(server.getScheme())) {
            throw new KubeconfigException("cluster \"" + cluster + "\": server is neither http nor https");
        }
        return server;
    }

    private static URI proxy(String cluster, String text) throws KubeconfigException {
        URI proxy = uri(cluster, "proxy-url", text);
        if (!"http".equalsIgnoreCase(proxy.getScheme()) || proxy.getUserInfo() != null) {
            throw new KubeconfigException("cluster \"" + cluster
                    + "\": proxy-url has to be http://host:port, without a user; other proxies are not supported");
        }
        return proxy;
    }

    private static URI uri(String cluster, String key, String text) throws KubeconfigException {
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null) {
                return uri;
            }
        } catch (URISyntaxException broken) {
            // Said below; the text itself may hold a password.
        }
        throw new KubeconfigException("cluster \"" + cluster + "\": " + key + " is not a URL with a host");
    }

    private Optional<Map<String, Object>> pluginConfig(Fields fields) throws KubeconfigException {
        for (Fields extension : fields.objects("extensions")) {
            if (extension.text("name").equals("client.authentication." + apiDomain + "/exec")) {
                var config = new LinkedHashMap<String, Object>();
                Fields given = extension.object("extension");
                for (String key : given.keys()) {
                    config.put(key, Objects.requireNonNull(given.any(key)));
                }
                return Optional.of(config);
            }
        }
        return Optional.empty();
    }

    private User user(String name, Fields fields) throws KubeconfigException {
        if (fields.has("auth-provider")) {
            throw new KubeconfigException("user \"" + name + "\": auth-provider is not supported, use exec");
        }
        Optional<Material> certificate = material(fields, "client-certificate");
        Optional<Material> key = material(fields, "client-key");
        if (certificate.isPresent() != key.isPresent()) {
            throw new KubeconfigException("user \"" + name + "\": client-certificate and client-key go together");
        }
        Optional<Material> token = token(name, fields);
        Optional<Password> password = fields.has("username") || fields.has("password")
                ? Optional.of(new Password(fields.text("username"), fields.text("password"))) : Optional.empty();
        if (token.isPresent() && password.isPresent()) {
            throw new KubeconfigException("more than one authentication method found for " + name
                    + "; found [token basicAuth], only one is allowed");
        }
        return new User(name, certificate, key, token, password, impersonation(name, fields),
                fields.has("exec") ? Optional.of(PluginReader.read(name, fields.object("exec"), folder, apiDomain))
                        : Optional.empty());
    }

    private Optional<Material> token(String user, Fields fields) throws KubeconfigException {
        String file = fields.text("tokenFile");
        if (!file.isEmpty()) {
            return Optional.of(Material.in("tokenFile", resolved(fields, "tokenFile", file)));
        }
        String token = fields.text("token");
        return token.isEmpty() ? Optional.empty()
                : Optional.of(Material.inline("token of " + user, token.getBytes(StandardCharsets.UTF_8)));
    }

    private static Optional<Impersonation> impersonation(String user, Fields fields) throws KubeconfigException {
        String as = fields.text("as");
        var extra = new LinkedHashMap<String, List<String>>();
        Fields given = fields.object("as-user-extra");
        for (String key : given.keys()) {
            extra.put(key, given.texts(key));
        }
        var found = new Impersonation(as, fields.text("as-uid"), fields.texts("as-groups"), extra);
        if (as.isEmpty() && !(found.uid().isEmpty() && found.groups().isEmpty() && extra.isEmpty())) {
            throw new KubeconfigException("requesting uid, groups or user-extra for " + user
                    + " without impersonating a user");
        }
        return as.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    /** The data in the file itself goes before a path. */
    private Optional<Material> material(Fields fields, String key) throws KubeconfigException {
        String data = key + "-data";
        if (!fields.text(data).isEmpty()) {
            return Optional.of(Material.inline(fields.path(data), fields.base64(data)));
        }
        String file = fields.text(key);
        return file.isEmpty() ? Optional.empty() : Optional.of(Material.in(key, resolved(fields, key, file)));
    }

    private Path resolved(Fields fields, String key, String file) throws KubeconfigException {
        try {
            return folder == null ? Path.of(file) : folder.resolve(file);
        } catch (InvalidPathException broken) {
            throw new KubeconfigException(fields.path(key) + " is not a path");
        }
    }
}
