package mortise.itests.dynamics;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A client of one server with one identity: the JDK's HTTP client, trusting the server's authority. */
final class ApiClient {

    private static final Duration POLL = Duration.ofMillis(20);

    private final HttpClient http;
    private final String server;
    private final String token;

    /** A client with a bearer token; without any credential when the token is empty. */
    ApiClient(String server, Path authority, String token) {
        this(server, token, sslContext(authority, null));
    }

    private ApiClient(String server, String token, SSLContext tls) {
        this.server = server;
        this.token = token;
        this.http = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    /** A client with a certificate, both parts in PEM. */
    static ApiClient withCertificate(String server, Path authority, String certificate, String key) {
        return new ApiClient(server, "", sslContext(authority, keyManagers(certificate, key)));
    }

    HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    HttpResponse<String> post(String path, String body) {
        return send(request(path, "Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> put(String path, String body) {
        return send(request(path, "Content-Type", "application/json").PUT(BodyPublishers.ofString(body)));
    }

    HttpResponse<String> delete(String path) {
        return send(request(path).DELETE());
    }

    HttpResponse<String> delete(String path, String options) {
        return send(request(path, "Content-Type", "application/json")
                .method("DELETE", BodyPublishers.ofString(options)));
    }

    CompletableFuture<HttpResponse<String>> getLater(String path, String... headers) {
        return http.sendAsync(request(path, headers).GET().build(), BodyHandlers.ofString());
    }

    /** Opens an answer, which the caller reads and closes; fails unless its status is 200. */
    InputStream open(String path, String... headers) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = http.send(request(path, headers).GET().build(),
                BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IOException(path + " is answered with " + response.statusCode());
        }
        return response.body();
    }

    /** Opens a watch; its lines come as they are sent. */
    Stream<String> watch(String path) {
        try {
            return http.send(request(path).GET().build(), BodyHandlers.ofLines()).body();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Asks again until the answer is as wanted, and returns how long that took. */
    Duration awaitGet(String path, Predicate<HttpResponse<String>> wanted, Duration timeout) throws Exception {
        long start = System.nanoTime();
        HttpResponse<String> last;
        do {
            last = get(path);
            if (wanted.test(last)) {
                return Duration.ofNanos(System.nanoTime() - start);
            }
            pause();
        } while (System.nanoTime() - start < timeout.toNanos());
        throw new TimeoutException(path + " still answers " + last.statusCode() + " " + last.body());
    }

    private static void pause() {
        LockSupport.parkNanos(POLL.toNanos());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .timeout(Duration.ofSeconds(60));
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(request.build() + " failed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext sslContext(Path authority, KeyManager[] keys) {
        try (var pem = Files.newInputStream(authority)) {
            KeyStore store = emptyStore();
            store.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(keys, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyManager[] keyManagers(String certificate, String key) {
        try {
            byte[] der = Base64.getMimeDecoder().decode(key.replaceAll("-----[A-Z ]+-----", ""));
            PrivateKey privateKey = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
            var chain = CertificateFactory.getInstance("X.509").generateCertificate(
                    new ByteArrayInputStream(certificate.getBytes(StandardCharsets.US_ASCII)));
            KeyStore store = emptyStore();
            store.setKeyEntry("client", privateKey, new char[0], new Certificate[] {chain});
            var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, new char[0]);
            return managers.getKeyManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
