package mortise.authn.serviceaccount;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.core.jwt.JwtSigner;
import mortise.core.jwt.JwtVerifier;
import mortise.core.jwt.KeyFile;
import mortise.spi.authentication.Authentication;
import mortise.spi.authentication.IssuedToken;
import mortise.spi.authentication.TokenOrder;
import mortise.spi.authentication.TokenOrder.Account;
import mortise.spi.authentication.TokenOrder.Reference;
import mortise.spi.operations.ServerNames;
import mortise.tck.authentication.Requests;
import mortise.tck.controller.FakeObjectAccess;

/** Objects, a key, a clock that stands, and a server's tokens of service accounts with these. */
final class Cluster {

    static final GroupVersion V1 = new GroupVersion("", "v1");
    static final String ISSUER = "https://issuer.example";
    static final Instant START = Instant.parse("2026-03-04T05:06:07Z");

    final JwtSigner signer;
    final Account account;
    volatile Instant now = START;
    private final InstantSource clock = () -> now;
    final FakeObjectAccess objects = new FakeObjectAccess(clock).serve(V1, "serviceaccounts").serve(V1, "pods")
            .serve(V1, "secrets").serve(V1, "nodes");
    final ServiceAccountTokens tokens;

    Cluster(Path folder) {
        this(folder, true, 0, true);
    }

    Cluster(Path folder, boolean lookup, long secondsMax, boolean extend) {
        signer = signer(folder);
        account = new Account("ns", "robot", add("ServiceAccount", "serviceaccounts", "ns", "robot"));
        var settings = new Settings(List.of(ISSUER, "https://older.example"), List.of("api", "api2"),
                Optional.of(signer), new JwtVerifier(List.of(signer.publicKey())), List.of(signer.publicKey()), "",
                lookup, secondsMax, extend);
        tokens = new ServiceAccountTokens(settings, objects, ServerNames.of("k8s.io", "kubernetes.io"), clock);
    }

    static Path keyFile(Path folder) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            KeyPair keys = generator.generateKeyPair();
            return Files.writeString(Files.createTempFile(folder, "sa", ".key"), "-----BEGIN PRIVATE KEY-----\n"
                    + Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded())
                    + "\n-----END PRIVATE KEY-----\n");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JwtSigner signer(Path folder) {
        try {
            return KeyFile.signer(keyFile(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds an object and returns its uid. */
    String add(String kind, String resource, String namespace, String name) {
        ApiObject object = ApiObject.ofKind(V1.kind(kind));
        object.metadata().setName(name);
        object.metadata().setNamespace(namespace);
        return objects.others().create(V1, resource, object).metadata().uid();
    }

    void remove(String resource, String namespace, String name) {
        objects.others().delete(V1, resource, namespace, name);
        later(2);
    }

    /** Lets so many seconds pass. */
    void later(long seconds) {
        now = now.plusSeconds(seconds);
    }

    IssuedToken issue(List<String> audiences, long seconds, Optional<Reference> boundTo, Optional<Reference> node) {
        return tokens.issue(new TokenOrder.Timed(account, audiences, seconds, boundTo, node));
    }

    String token() {
        return issue(List.of(), 600, Optional.empty(), Optional.empty()).token();
    }

    Authentication ask(String token) {
        return tokens.authenticate(Requests.withBearerToken(token));
    }

    /** Returns the claims of a good token, for a test to spoil. */
    Map<String, Object> claims() {
        var claims = new LinkedHashMap<String, Object>();
        claims.put("iss", ISSUER);
        claims.put("aud", List.of("api"));
        claims.put("sub", "system:serviceaccount:ns:robot");
        claims.put("exp", now.getEpochSecond() + 600);
        claims.put("nbf", now.getEpochSecond());
        claims.put("iat", now.getEpochSecond());
        claims.put("kubernetes.io", Map.of("namespace", "ns",
                "serviceaccount", Map.of("name", "robot", "uid", account.uid())));
        return claims;
    }
}
