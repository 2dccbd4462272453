package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import mortise.itests.dynamics.RawConnection.Answer;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Credentials that nobody should be let in with, against a server with every authenticator: the answer is never an
 * error of the server and never an identity that was not proved, and nothing grows. {@code -Dmortise.flood=100000}
 * runs as many bad tokens, {@code -Dmortise.hostile=20000} as many mutated requests; the seed is in the output.
 */
public class HostileCredentialsIT {

    private static final int TOKENS = Integer.getInteger("mortise.flood", 2_000);
    private static final int MUTATIONS = Integer.getInteger("mortise.hostile", 600);
    private static final long SEED = Long.getLong("mortise.seed", System.nanoTime());
    private static final long RSS_GROWTH_KIB_MAX = 64 * 1024;
    private static final double CPU_GROWTH_MAX = 2;
    private static final byte[] NOTHING = {};
    private static final byte[] REVIEW = "{\"kind\":\"SelfSubjectReview\",\"apiVersion\":\"authentication.k8s.io/v1\"}"
            .getBytes(StandardCharsets.US_ASCII);

    private static Path work;
    private static ServerProcess server;
    private static URI address;
    private static SSLContext tls;

    private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
    private final HostileTokens hostile = new HostileTokens(random);

    @BeforeClass
    public static void start() throws Exception {
        work = RestartAfterKillIT.newWorkFolder();
        Files.writeString(work.resolve("tokens.csv"), "admin-token,admin,u,\"system:masters\"\n");
        Files.writeString(work.resolve("authentication.yaml"), """
                apiVersion: apiserver.config.k8s.io/v1
                kind: AuthenticationConfiguration
                jwt:
                - issuer: {url: "https://127.0.0.1:1", audiences: [a]}
                  claimMappings: {username: {claim: sub, prefix: ""}}
                """);
        server = ServerProcess.start(work, "--secure-port=0", "--authorization-mode=Node,RBAC",
                "--token-auth-file=" + work.resolve("tokens.csv"), "--enable-bootstrap-token-auth",
                "--authentication-config=" + work.resolve("authentication.yaml"),
                "--requestheader-client-ca-file=" + proxies(), "--requestheader-username-headers=X-Remote-User",
                "--requestheader-group-headers=X-Remote-Group",
                "--requestheader-extra-headers-prefix=X-Remote-Extra-");
        address = URI.create(server.awaitAddress());
        tls = RawConnection.tls(work.resolve("data/pki/ca.crt"));
    }

    /** The proxies' authority is one that this test has no key of. */
    private static Path proxies() {
        return Distribution.root().resolve("bundles/mortise.core.http/src/test/resources/pki/ca.crt");
    }

    @AfterClass
    public static void stop() {
        server.close();
    }

    private static byte[] head(String more, int length) {
        return ("POST /apis/authentication.k8s.io/v1/selfsubjectreviews HTTP/1.1\r\nHost: x\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + length + "\r\n" + more + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] get(String token) {
        return ("GET /api/v1/namespaces HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    public void aFloodOfBadTokensMakesNothingGrow() throws Exception {
        flood(TOKENS / 2);
        flood(TOKENS / 2);
        long rss = server.residentKib();
        Duration before = server.cpu();
        flood(TOKENS);
        Duration first = server.cpu().minus(before);
        long middle = server.residentKib();
        flood(TOKENS);
        Duration second = server.cpu().minus(before).minus(first);
        System.getLogger("flood").log(System.Logger.Level.INFO, String.format(
                "seed %d, %d tokens each: RSS %d, %d, %d KiB; CPU %.3f and %.3f ms each", SEED, TOKENS, rss, middle,
                server.residentKib(), first.toNanos() / 1e6 / TOKENS, second.toNanos() / 1e6 / TOKENS));
        assertTrue("RSS " + middle + " KiB, then " + server.residentKib(),
                server.residentKib() - middle < RSS_GROWTH_KIB_MAX);
        assertTrue("CPU " + first + ", then " + second, second.toNanos() < first.toNanos() * CPU_GROWTH_MAX);
        assertEquals(200, new ApiClient(address.toString(), work.resolve("data/pki/ca.crt"), "admin-token")
                .get("/api/v1/namespaces").statusCode());
    }

    private void flood(int tokens) throws IOException {
        try (var connection = new RawConnection(tls, address)) {
            for (int i = 0; i < tokens; i++) {
                String token = hostile.token();
                assertEquals("seed " + SEED + ": " + token, 401, connection.send(get(token), NOTHING).status());
            }
        }
    }

    @Test
    public void mutatedTokensAndHeadersAreRefused() throws Exception {
        RawConnection connection = new RawConnection(tls, address);
        for (int i = 0; i < MUTATIONS; i++) {
            String lines = random.nextBoolean() ? hostile.headers()
                    : "Authorization: Bearer " + hostile.anything() + "\r\n" + hostile.headers();
            Answer answer = connection.send(head(lines, REVIEW.length), REVIEW);
            String told = "seed " + SEED + ", number " + i + ": " + answer.status() + " for\n" + lines;
            assertTrue(told, answer.status() < 500 && answer.status() != 201 && answer.status() != 200);
            if (answer.status() == 0 || answer.status() == 400) {
                connection.close();
                connection = new RawConnection(tls, address);
            }
        }
        connection.close();
    }

    @Test
    public void mutatedCertificatesAreNobody() throws Exception {
        String kubeconfig = Files.readString(work.resolve("data/admin.kubeconfig"));
        X509Certificate admin = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(
                new ByteArrayInputStream(data(kubeconfig, "client-certificate-data")));
        PrivateKey key = key(new String(data(kubeconfig, "client-key-data"), StandardCharsets.US_ASCII));
        assertEquals("unchanged", 201, review(admin, key).status());
        byte[] good = admin.getEncoded();
        for (int i = 0; i < MUTATIONS / 6; i++) {
            byte[] bad = mutated(good);
            Answer answer = review(new MutatedCertificate(admin, bad), key);
            String told = "seed " + SEED + ", number " + i + ": " + Base64.getEncoder().encodeToString(bad);
            assertNotEquals(told, 201, answer.status());
            assertTrue(told, answer.status() < 500);
        }
        assertEquals("still", 201, review(admin, key).status());
    }

    private Answer review(X509Certificate certificate, PrivateKey key) throws Exception {
        SSLContext own = RawConnection.tls(
                work.resolve("data/pki/ca.crt"), new RawConnection.OneKey(certificate, key));
        try (var connection = new RawConnection(own, address)) {
            return connection.send(head("", REVIEW.length), REVIEW);
        } catch (IOException refused) {
            return Answer.NONE;
        }
    }

    private byte[] mutated(byte[] good) {
        byte[] bad = good.clone();
        for (int i = random.nextInt(3); i >= 0; i--) {
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
        }
        int length = random.nextInt(4) == 0 ? 1 + random.nextInt(bad.length - 1) : bad.length;
        // Two flips of one bit would undo each other.
        bad[bad.length - 1] ^= Arrays.equals(bad, good) ? (byte) 1 : 0;
        return Arrays.copyOf(bad, length);
    }

    private static byte[] data(String kubeconfig, String name) {
        Matcher value = Pattern.compile(name + ": *\"?([A-Za-z0-9+/=]+)").matcher(kubeconfig);
        assertTrue(name, value.find());
        return Base64.getDecoder().decode(value.group(1));
    }

    /** Wraps the key, which is in the form of SEC 1 with the curve secp256r1, into PKCS#8. */
    private static PrivateKey key(String pem) throws Exception {
        byte[] inner = Base64.getDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", ""));
        byte[] curve = HexFormat.of().parseHex("301306072a8648ce3d020106082a8648ce3d030107");
        var whole = new ByteArrayOutputStream();
        whole.writeBytes(new byte[] {0x30, (byte) 0x81, (byte) (3 + curve.length + 2 + inner.length), 2, 1, 0});
        whole.writeBytes(curve);
        whole.writeBytes(new byte[] {4, (byte) inner.length});
        whole.writeBytes(inner);
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(whole.toByteArray()));
    }
}
