package mortise.authn.jwt;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import mortise.core.jwt.JwtJson;
import mortise.core.jwt.VerificationKey;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.lang.JoseException;

/** An OpenID Connect provider on a port of this machine, with a certificate of its own and keys that can rotate. */
final class Provider implements AutoCloseable {

    private static final KeyPair SERVING = ec("secp256r1");
    private static final X509Certificate CERTIFICATE = certificate(SERVING);

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();
    private final Map<String, KeyPair> keys = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> published = new LinkedHashMap<>();
    /** What a path answers instead of what it should; an empty text for status 503. */
    private final Map<String, String> answers = new HashMap<>();

    Provider() {
        try {
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(serving()));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    static KeyPair ec(String curve) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static KeyPair rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static X509Certificate certificate(KeyPair pair) {
        try {
            var name = new X500Name("CN=provider");
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

    static String pem(X509Certificate certificate) {
        try {
            return "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder(64, new byte[] {'\n'})
                    .encodeToString(certificate.getEncoded()) + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the authority of the provider. */
    static String authority() {
        return pem(CERTIFICATE);
    }

    /** Returns an authority that vouches for nobody. */
    static String stranger() {
        return pem(certificate(ec("secp256r1")));
    }

    private static SSLContext serving() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("k", SERVING.getPrivate(), new char[0], new Certificate[] {CERTIFICATE});
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    String url() {
        return "https://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns how many requests came so far. */
    int requests() {
        return requests.get();
    }

    synchronized void answer(String path, String text) {
        answers.put(path, text);
    }

    synchronized void answerAsUsual() {
        answers.clear();
    }

    synchronized void down() {
        answers.put("/.well-known/openid-configuration", "");
        answers.put("/keys", "");
    }

    /** Publishes a key, with fields that replace the usual ones. */
    synchronized KeyPair publish(String id, KeyPair pair, Map<String, Object> fields) {
        var jwk = new HashMap<>(VerificationKey.of(pair.getPublic()).orElseThrow().toJwk());
        jwk.remove("alg");
        jwk.put("kid", id);
        jwk.putAll(fields);
        keys.put(id, pair);
        published.put(id, jwk);
        return pair;
    }

    KeyPair publish(String id, KeyPair pair) {
        return publish(id, pair, Map.of());
    }

    /** Takes a key back. */
    synchronized void withdraw(String id) {
        published.remove(id);
    }

    /** Returns good claims of this provider for the audience {@code mortise}. */
    Map<String, Object> claims(Instant now) {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", url());
        claims.put("aud", "mortise");
        claims.put("sub", "alice");
        claims.put("iat", now.getEpochSecond());
        claims.put("exp", now.getEpochSecond() + 3600);
        return claims;
    }

    /** Returns a token signed with a key that was published once. */
    synchronized String token(String id, String algorithm, Map<String, ?> claims) {
        return token(keys.get(id), id, algorithm, claims);
    }

    static String token(KeyPair pair, String id, String algorithm, Map<String, ?> claims) {
        try {
            var signature = new JsonWebSignature();
            signature.setAlgorithmHeaderValue(algorithm);
            signature.setKeyIdHeaderValue(id);
            signature.setPayload(new String(JwtJson.write(claims), StandardCharsets.UTF_8));
            signature.setKey(pair.getPrivate());
            return signature.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException(e);
        }
    }

    private void answer(HttpExchange exchange) {
        requests.incrementAndGet();
        String path = exchange.getRequestURI().getPath();
        try (exchange) {
            String text = text(path);
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(text.isEmpty() ? 503 : 200, text.isEmpty() ? -1 : body.length);
            if (!text.isEmpty()) {
                exchange.getResponseBody().write(body);
            }
        } catch (IOException hungUp) {
            throw new UncheckedIOException(hungUp);
        }
    }

    private synchronized String text(String path) {
        String instead = answers.get(path);
        if (instead != null) {
            return instead;
        }
        Map<String, Object> document = path.equals("/keys")
                ? Map.of("keys", new ArrayList<>(published.values()))
                : Map.of("issuer", url(), "jwks_uri", url() + "/keys", "subject_types_supported", List.of("public"));
        return new String(JwtJson.write(document), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
