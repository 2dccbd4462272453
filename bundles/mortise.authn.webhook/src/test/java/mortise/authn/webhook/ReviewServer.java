package mortise.authn.webhook;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.tck.peer.Peer;
import mortise.tck.peer.Pki;

/** A server on a port of this machine that answers reviews of tokens as a test says. */
final class ReviewServer implements AutoCloseable {

    /** A token that the server does not like, with a reason. */
    static final String BAD = "bad-token";
    /** Begins every token that the server knows. */
    static final String GOOD = "good-token";

    private static final Pki PKI = new Pki();

    private final Peer peer = Peer.secure(PKI, "127.0.0.1");
    private final List<Map<?, ?>> reviews = new CopyOnWriteArrayList<>();
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private volatile Answer answer = ReviewServer::usual;

    /** How a question is answered. */
    interface Answer {
        void to(HttpExchange exchange, Map<?, ?> review) throws IOException;
    }

    ReviewServer() {
        peer.answers(this::handle);
    }

    /** Returns a kubeconfig that names this server. */
    String kubeconfig() {
        return """
                apiVersion: v1
                kind: Config
                current-context: webhook
                contexts: [{name: webhook, context: {cluster: reviews, user: apiserver}}]
                clusters:
                - name: reviews
                  cluster: {server: 'https://127.0.0.1:%d/reviews', certificate-authority-data: %s}
                users: [{name: apiserver, user: {token: s3cret-of-the-server}}]
                """.formatted(peer.port(), Base64.getEncoder()
                        .encodeToString(PKI.authorityPem().getBytes(StandardCharsets.US_ASCII)));
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

    private void handle(HttpExchange exchange, Peer.Seen seen) throws IOException {
        Map<?, ?> review = (Map<?, ?>) JsonDecoder.decode(
                seen.body().getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT).value();
        reviews.add(review);
        targets.add(seen.method() + " " + seen.target() + " " + seen.header("authorization"));
        answer.to(exchange, review);
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
        Peer.send(exchange, status, body);
    }

    @Override
    public void close() {
        peer.close();
    }
}
