package mortise.authn.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A server on a port of this machine that answers reviews of tokens as a test says. */
final class ReviewServer implements AutoCloseable {

    /** A token that the server does not like, with a reason. */
    static final String BAD = "bad-token";
    /** Begins every token that the server knows. */
    static final String GOOD = "good-token";

    private static final KeyPair KEYS = keys();
    private static final X509Certificate CERTIFICATE = certificate(KEYS);

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Map<?, ?>> reviews = new CopyOnWriteArrayList<>();
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private volatile Answer answer = ReviewServer::usual;

    /** How a question is answered. */
    interface Answer {
        void to(HttpExchange exchange, Map<?, ?> review) throws IOException;
    }

    ReviewServer() {
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context()));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate certificate(KeyPair pair) {
        try {
            var name = new X500Name("CN=reviews");
            Instant now = Instant.now();
            var builder = new JcaX509v3CertificateBuilder(name, BigInteger.ONE, Date.from(now.minusSeconds(3600)),
                    Date.from(now.plusSeconds(86_400)), name, pair.getPublic());
            builder.addExtension(Extension.subjectAlternativeName, false,
                    new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
            return new JcaX509CertificateConverter().getCertificate(
                    builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext context() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("k", KEYS.getPrivate(), new char[0], new Certificate[] {CERTIFICATE});
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    /** Returns a kubeconfig that names this server. */
    String kubeconfig() {
        String authority;
        try {
            authority = "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(CERTIFICATE.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return """
                apiVersion: v1
                kind: Config
                current-context: webhook
                contexts: [{name: webhook, context: {cluster: reviews, user: apiserver}}]
                clusters:
                - name: reviews
                  cluster: {server: 'https://127.0.0.1:%d/reviews', certificate-authority-data: %s}
                users: [{name: apiserver, user: {token: s3cret-of-the-server}}]
                """.formatted(server.getAddress().getPort(), Base64.getEncoder()
                        .encodeToString(authority.getBytes(StandardCharsets.US_ASCII)));
    }

    void answers(Answer how) {
        answer = how;
    }

    /** Answers every question with a status, of the version that was asked in. */
    void answersStatus(String status) {
        answer = (exchange, review) -> send(exchange, 200, review(review.get("apiVersion"), status));
    }

    static String review(Object apiVersion, String status) {
        return "{\"kind\":\"TokenReview\",\"apiVersion\":\"" + apiVersion + "\",\"status\":" + status + "}";
    }

    /** Returns the questions so far. */
    List<Map<?, ?>> reviews() {
        return reviews;
    }

    List<String> targets() {
        return targets;
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        Map<?, ?> review = (Map<?, ?>) JsonDecoder.decode(body, DecodeLimits.DEFAULT).value();
        reviews.add(review);
        targets.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Authorization"));
        try (exchange) {
            answer.to(exchange, review);
        }
    }

    static String token(Map<?, ?> review) {
        return (String) ((Map<?, ?>) review.get("spec")).get("token");
    }

    static void usual(HttpExchange exchange, Map<?, ?> review) throws IOException {
        String token = token(review);
        String status = token.startsWith(GOOD)
                ? "{\"authenticated\":true,\"error\":\"counts for nothing\",\"user\":{\"username\":\"jane\","
                        + "\"uid\":\"u-1\",\"groups\":[\"devs\",\"ops\"],\"extra\":{\"example.com/k\":[\"v\"]}}}"
                : token.equals(BAD) ? "{\"error\":\"not in the\\ndirectory\"}" : "{\"authenticated\":false}";
        send(exchange, 200, review(review.get("apiVersion"), status));
    }

    static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
