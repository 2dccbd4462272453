package mortise.itests.crash;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Talks to a server, with objects as trees. Every failure to get an answer is an {@link IOException}. Threads share it.
 *
 * @param http with the authority that the server is trusted by
 * @param address for example {@code https://127.0.0.1:20443}
 */
record ApiClient(HttpClient http, String address) {

    /** In the header of every request, and in {@link #TOKENS}. */
    private static final String TOKEN = "crash-token";
    /** The line of a token file that makes the client an administrator. */
    static final String TOKENS = TOKEN + ",admin,u-admin,system:masters\n";

    private static final String COLLECTION = "/api/v1/namespaces/default/";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Makes what trusts an authority, given in PEM. */
    static HttpClient trusting(Path authority) throws IOException {
        try (InputStream pem = Files.newInputStream(authority)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return HttpClient.newBuilder().sslContext(context).version(HttpClient.Version.HTTP_1_1).build();
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Returns the path of the objects of a resource, or of one of them. */
    static String path(String resource, String... name) {
        return COLLECTION + resource + (name.length == 0 ? "" : "/" + name[0]);
    }

    /** Sends a body as JSON, a patch as a merge patch. */
    ApiAnswer send(String method, String path, @Nullable Map<String, ?> body) throws IOException {
        BodyPublisher publisher = body == null ? BodyPublishers.noBody()
                : BodyPublishers.ofByteArray(JsonEncoder.encode(body));
        HttpResponse<byte[]> response = exchange(request(path)
                .header("Content-Type", method.equals("PATCH") ? "application/merge-patch+json" : "application/json")
                .timeout(PATIENCE).method(method, publisher), BodyHandlers.ofByteArray());
        byte[] bytes = response.body();
        boolean json = bytes.length > 0 && bytes[0] == '{';
        return new ApiAnswer(response.statusCode(), json ? tree(bytes)
                : Map.of("message", new String(bytes, StandardCharsets.UTF_8)));
    }

    /** Gets; an answer other than 200 is a failure that says so. */
    ApiAnswer get(String path) throws IOException {
        ApiAnswer answer = send("GET", path, null);
        if (answer.status() != 200) {
            throw new IOException("GET " + path + " is answered with " + answer);
        }
        return answer;
    }

    /** Opens a watch; the caller closes it. The answer's status is 200. */
    InputStream watch(String resource, long after, String more) throws IOException {
        String path = path(resource) + "?watch=true&resourceVersion=" + after + more;
        HttpResponse<InputStream> response = exchange(request(path), BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            try (InputStream body = response.body()) {
                throw new IOException(path + " is answered with " + response.statusCode() + " "
                        + new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return response.body();
    }

    @SuppressWarnings("unchecked") // every body of the API is an object
    static Map<String, Object> tree(byte[] json) {
        return (Map<String, Object>) JsonDecoder.decode(json, DecodeLimits.DEFAULT).value();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path)).header("Authorization", "Bearer " + TOKEN);
    }

    private <T> HttpResponse<T> exchange(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler)
            throws IOException {
        try {
            return http.send(request.build(), handler);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
