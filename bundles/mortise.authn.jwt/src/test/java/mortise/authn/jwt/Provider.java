package mortise.authn.jwt;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.core.jwt.JwtJson;
import mortise.core.jwt.VerificationKey;
import mortise.tck.peer.Peer;
import mortise.tck.peer.Pki;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.lang.JoseException;

/** An OpenID Connect provider on a port of this machine, with a certificate of its own and keys that can rotate. */
final class Provider implements AutoCloseable {

    private static final Pki PKI = new Pki();

    private final Peer peer = Peer.secure(PKI, "127.0.0.1");
    private final Map<String, KeyPair> keys = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> published = new LinkedHashMap<>();
    /** What a path answers instead of what it should; an empty text for status 503. */
    private final Map<String, String> answers = new HashMap<>();

    Provider() {
        peer.answers((exchange, seen) -> answer(exchange));
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

    /** Returns the authority of the provider. */
    static String authority() {
        return PKI.authorityPem();
    }

    /** Returns an authority that vouches for nobody. */
    static String stranger() {
        return new Pki().authorityPem();
    }

    String url() {
        return peer.url();
    }

    /** Returns how many requests came so far. */
    int requests() {
        return peer.seen().size();
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

    private void answer(HttpExchange exchange) throws IOException {
        String text = text(exchange.getRequestURI().getPath());
        Peer.send(exchange, text.isEmpty() ? 503 : 200, text);
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
        peer.close();
    }
}
