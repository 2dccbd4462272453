package mortise.itests.dynamics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A server of others that knows identities, with the certificate of the server under test: signs tokens and publishes
 * its keys (OpenID Connect), and answers reviews of the token {@code jane-token}.
 */
final class IdentityProvider implements AutoCloseable {

    private static final int COORDINATE_BYTES = 32;

    private final HttpsServer server;
    private final KeyPair keys;
    private final AtomicInteger reviews = new AtomicInteger();

    IdentityProvider(Path pki) throws IOException, GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        keys = generator.generateKeyPair();
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(serving(pki)));
        server.createContext("/.well-known/openid-configuration", exchange -> send(exchange,
                "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + url() + "/keys\"}"));
        server.createContext("/keys", exchange -> send(exchange, publishedKeys()));
        server.createContext("/reviews", this::review);
        server.start();
    }

    private static SSLContext serving(Path pki) throws IOException, GeneralSecurityException {
        byte[] der = Base64.getMimeDecoder().decode(
                Files.readString(pki.resolve("server.key")).replaceAll("-----[A-Z ]+-----", ""));
        PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (var pem = Files.newInputStream(pki.resolve("server.crt"))) {
            store.setKeyEntry("k", key, new char[0],
                    new Certificate[] {CertificateFactory.getInstance("X.509").generateCertificate(pem)});
        }
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns how many reviews came so far. */
    int reviews() {
        return reviews.get();
    }

    /** Writes a kubeconfig that names this server as one that reviews tokens. */
    Path kubeconfig(Path folder) throws IOException {
        return Files.writeString(folder.resolve("reviews.kubeconfig"), """
                current-context: c
                contexts: [{name: c, context: {cluster: c}}]
                clusters: [{name: c, cluster: {server: '%s/reviews', certificate-authority: pki/ca.crt}}]
                """.formatted(url()));
    }

    /** Signs a token of a user, which lasts an hour. */
    String token(String user, String audience) throws GeneralSecurityException {
        String content = base64("{\"alg\":\"ES256\",\"kid\":\"k\"}") + "." + base64("{\"iss\":\"" + url()
                + "\",\"aud\":\"" + audience + "\",\"sub\":\"" + user + "\",\"exp\":"
                + Instant.now().plusSeconds(3600).getEpochSecond() + "}");
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initSign(keys.getPrivate());
        signature.update(content.getBytes(StandardCharsets.US_ASCII));
        return content + "." + base64(signature.sign());
    }

    private String publishedKeys() {
        var point = ((ECPublicKey) keys.getPublic()).getW();
        return "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"use\":\"sig\",\"alg\":\"ES256\",\"kid\":\"k\",\"x\":\""
                + coordinate(point.getAffineX()) + "\",\"y\":\"" + coordinate(point.getAffineY()) + "\"}]}";
    }

    private static String coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[COORDINATE_BYTES];
        byte[] digits = Arrays.copyOfRange(bytes, Math.max(0, bytes.length - COORDINATE_BYTES), bytes.length);
        System.arraycopy(digits, 0, fixed, COORDINATE_BYTES - digits.length, digits.length);
        return base64(fixed);
    }

    private static String base64(String text) {
        return base64(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private void review(HttpExchange exchange) throws IOException {
        reviews.incrementAndGet();
        String question = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String status = question.contains("\"jane-token\"")
                ? "{\"authenticated\":true,\"user\":{\"username\":\"jane\",\"groups\":[\"devs\"]}}" : "{}";
        send(exchange, "{\"kind\":\"TokenReview\",\"apiVersion\":\"authentication.k8s.io/v1\",\"status\":"
                + status + "}");
    }

    private static void send(HttpExchange exchange, String json) throws IOException {
        try (exchange) {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
