package mortise.core.http;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import mortise.api.UserInfo;
import mortise.core.http.plugin.TestPlugins;
import mortise.core.registry.Registry;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedGroup;
import mortise.core.registry.ServedVersion;
import mortise.spi.authentication.Authentication;
import mortise.spi.authorization.Decision;

/** The whole server on a free port, with one resource and plug-ins that let everybody do everything. */
final class TestServer implements AutoCloseable {

    static final Path PKI = Path.of("src/test/resources/pki");

    final TestPlugins plugins = new TestPlugins();
    final TestResource configMaps = TestResource.configMaps();
    final TestResource endpoints = TestResource.endpoints();
    final HttpServerComponent server;
    final SSLContext trust = trust();
    private final Map<String, Object> values;

    TestServer(Object... settings) throws IOException {
        values = new HashMap<>(Map.of("secure_port", 0,
                "tls_cert_file", PKI.resolve("server.crt").toString(),
                "tls_private_key_file", PKI.resolve("server.key").toString(),
                "client_ca_file", PKI.resolve("ca.crt").toString(),
                "shutdown_timeout_seconds", 1));
        set(settings);
        Registry registry = new Registry() {
            @Override
            public RegistrySnapshot snapshot() {
                return new RegistrySnapshot(1, List.of(
                        new ServedGroup("", List.of(new ServedVersion("v1", List.of(configMaps, endpoints))))));
            }

            @Override
            public void onChange(Runnable listener) {
                // Nothing changes.
            }
        };
        server = new HttpServerComponent(config(values), registry, plugins.registry(), Optional.empty());
    }

    private void set(Object... settings) {
        for (int i = 0; i < settings.length; i += 2) {
            values.put((String) settings[i], settings[i + 1]);
        }
    }

    /** Changes the configuration as Declarative Services would. */
    void reconfigure(Object... settings) {
        set(settings);
        server.modified(config(values));
    }

    /** Returns a server on which everybody is admin. */
    static TestServer open(Object... settings) throws IOException {
        var server = new TestServer(settings);
        server.plugins.authenticator("test", 0, false,
                request -> new Authentication.Authenticated(UserInfo.of("admin", UserInfo.MASTERS)));
        return server;
    }

    /** Returns a server on which the bearer token is the user's name, and AlwaysAllow allows. */
    static TestServer withTokens(Object... settings) throws IOException {
        var server = new TestServer(settings);
        server.plugins.authenticator("test", 0, false, request -> request.bearerToken()
                .filter(token -> !token.startsWith("bad"))
                .<Authentication>map(token -> new Authentication.Authenticated(UserInfo.of(token)))
                .orElse(Authentication.NOT_MINE));
        server.plugins.authorizer("test", "AlwaysAllow", request -> new Decision.Allow(""));
        return server;
    }

    /** Adds an authorizer that allows everything and an identity for requests without a credential. */
    TestServer withAnonymous(String mode) {
        plugins.authorizer("test", mode, request -> new Decision.Allow(""));
        plugins.authenticator("test", 0, true, request ->
                new Authentication.Authenticated(UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED)));
        return this;
    }

    private static HttpServerConfig config(Map<String, Object> values) {
        return (HttpServerConfig) Proxy.newProxyInstance(HttpServerConfig.class.getClassLoader(),
                new Class<?>[] {HttpServerConfig.class},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue()));
    }

    private static SSLContext trust() {
        try (InputStream in = Files.newInputStream(PKI.resolve("ca.crt"))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    URI uri(String path) {
        return URI.create("https://localhost:" + server.port() + path);
    }

    HttpClient client(HttpClient.Version version) {
        return HttpClient.newBuilder().sslContext(trust).version(version).connectTimeout(Duration.ofSeconds(5)).build();
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, "", headers);
    }

    HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(20))
                .method(method, body.isEmpty() ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client(HttpClient.Version.HTTP_1_1).send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Opens a TLS connection for bytes of any kind. */
    Socket socket() throws IOException {
        Socket socket = trust.getSocketFactory().createSocket("localhost", server.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Sends bytes and returns everything that comes back until the server closes or a whole answer is there. */
    String raw(String request) throws IOException {
        try (Socket socket = socket()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            var answer = new StringBuilder();
            byte[] buffer = new byte[8192];
            int read = socket.getInputStream().read(buffer);
            while (read > 0) {
                answer.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
                if (answer.toString().endsWith("}\n") || answer.toString().endsWith("not found\n")) {
                    break;
                }
                read = socket.getInputStream().read(buffer);
            }
            return answer.toString();
        }
    }

    @Override
    public void close() {
        server.stop();
        configMaps.close();
        endpoints.close();
    }
}
