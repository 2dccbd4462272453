package mortise.controller.bootstraptoken;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.BooleanSupplier;
import mortise.api.ApiObject;
import mortise.core.jwt.DetachedSignature;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BootstrapTokenControllersTest {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String SECRETS = "secrets";

    private final FakeObjectAccess objects = Tokens.serving();
    private final ObjectAccess others = objects.others();
    private volatile Instant now = Tokens.NOW;
    private @Nullable Thread thread;

    private void start(Controller controller) {
        thread = new Thread(() -> {
            try {
                controller.run(objects);
            } catch (InterruptedException expected) {
                // The test is over.
            }
        }, "controller-under-test");
        thread.start();
    }

    @AfterEach
    void stop() throws InterruptedException {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
            running.join(PATIENCE.toMillis());
        }
    }

    private void soon(BooleanSupplier condition) throws InterruptedException {
        assertThat(objects.await(condition, PATIENCE)).as("in time").isTrue();
    }

    private boolean isThere(String id) {
        return others.get(Tokens.V1, SECRETS, "kube-system", "bootstrap-token-" + id).isPresent();
    }

    private Map<String, @Nullable Object> info() {
        return others.get(Tokens.V1, "configmaps", "kube-public", "cluster-info").orElseThrow().structAt("data");
    }

    @Test
    void onlyWhatHasExpiredIsDeleted() throws InterruptedException {
        others.create(Tokens.V1, SECRETS, Tokens.token("aaaaaa", "expiration", "2030-06-01T12:00:00Z"));
        others.create(Tokens.V1, SECRETS, Tokens.token("bbbbbb", "expiration", "2030-06-01T12:00:02Z"));
        others.create(Tokens.V1, SECRETS, Tokens.token("cccccc"));
        ApiObject opaque = Tokens.token("dddddd", "expiration", "2030-06-01T12:00:00Z");
        opaque.tree().put("type", "Opaque");
        others.create(Tokens.V1, SECRETS, opaque);
        start(new TokenCleaner(() -> now));
        soon(() -> !isThere("aaaaaa"));
        assertThat(isThere("bbbbbb")).isTrue();
        now = now.plusSeconds(2);
        soon(() -> !isThere("bbbbbb"));
        assertThat(isThere("cccccc")).isTrue();
        assertThat(isThere("dddddd")).isTrue();
    }

    @Test
    void theConfigMapIsSignedWithEachTokenThatIsForIt() throws InterruptedException {
        others.create(Tokens.V1, "configmaps", Tokens.info("the text"));
        others.create(Tokens.V1, SECRETS, Tokens.token("aaaaaa"));
        others.create(Tokens.V1, SECRETS, Tokens.token("bbbbbb", "usage-bootstrap-signing", "false"));
        others.create(Tokens.V1, SECRETS, Tokens.token("cccccc", "expiration", "2030-06-01T12:00:00Z"));
        others.create(Tokens.V1, SECRETS, Tokens.token("dddddd", "token-id", "eeeeee"));
        start(new BootstrapSigner(() -> now));
        soon(() -> info().size() > 1);
        assertThat(info()).isEqualTo(Map.of("kubeconfig", "the text", "jws-kubeconfig-aaaaaa",
                DetachedSignature.of("the text", "aaaaaa", Tokens.PROOF.getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void signaturesFollowTheTextAndTheTokens() throws InterruptedException {
        others.create(Tokens.V1, SECRETS, Tokens.token("aaaaaa"));
        start(new BootstrapSigner(() -> now));
        others.create(Tokens.V1, "configmaps", Tokens.info("one"));
        soon(() -> info().containsKey("jws-kubeconfig-aaaaaa"));
        Object first = info().get("jws-kubeconfig-aaaaaa");
        others.patch(Tokens.V1, "configmaps", "kube-public", "cluster-info",
                Map.of("data", Map.of("kubeconfig", "two")));
        soon(() -> !info().get("jws-kubeconfig-aaaaaa").equals(first));
        others.delete(Tokens.V1, SECRETS, "kube-system", "bootstrap-token-aaaaaa");
        soon(() -> info().equals(Map.of("kubeconfig", "two")));
    }
}
