package mortise.controller.serviceaccounttoken;

import static mortise.controller.serviceaccounttoken.TokenSecrets.V1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TokenSecretControllerTest {

    private static final String ACCOUNTS = "serviceaccounts";
    private static final String SECRETS = "secrets";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, ACCOUNTS).serve(V1, SECRETS);
    private final ObjectAccess others = objects.others();
    private final Thread thread = new Thread(this::run, "controller-under-test");

    private void run() {
        try {
            new TokenSecretController(true, "PEM", TokenSecrets.ISSUER, "kubernetes.io").run(objects);
        } catch (InterruptedException expected) {
            // The test is over.
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(PATIENCE.toMillis());
    }

    private String account(String name) {
        return others.create(V1, ACCOUNTS, TokenSecrets.account("ns", name)).metadata().uid();
    }

    private Optional<ApiObject> secret(String name) {
        return others.get(V1, SECRETS, "ns", name);
    }

    private boolean filled(String name) {
        return secret(name).filter(secret -> !secret.textAt("data", "token").isEmpty()).isPresent();
    }

    private void soon(BooleanSupplier condition) throws InterruptedException {
        assertThat(objects.await(condition, PATIENCE)).as("in time").isTrue();
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aSecretGetsTokenAuthorityAndNamespace() throws InterruptedException {
        String uid = account("robot");
        others.create(V1, SECRETS, TokenSecrets.secret("ns", "s", "robot"));
        thread.start();
        soon(() -> filled("s"));
        ApiObject secret = secret("s").orElseThrow();
        assertThat(secret.at("data")).isEqualTo(Map.of("token", encoded("signed for " + uid + " in s"),
                "ca.crt", encoded("PEM"), "namespace", encoded("ns")));
        assertThat(secret.metadata().annotations()).containsEntry("kubernetes.io/service-account.uid", uid);
    }

    @Test
    void aTokenThatIsThereStays() throws InterruptedException {
        account("robot");
        ApiObject mine = TokenSecrets.secret("ns", "s", "robot");
        mine.structAt("data").put("token", encoded("mine"));
        others.create(V1, SECRETS, mine);
        thread.start();
        soon(() -> secret("s").orElseThrow().textAt("data", "ca.crt").equals(encoded("PEM")));
        assertThat(secret("s").orElseThrow().textAt("data", "token")).isEqualTo(encoded("mine"));
    }

    @Test
    void secretsGoWithTheirAccount() throws InterruptedException {
        account("robot");
        account("other");
        others.create(V1, SECRETS, TokenSecrets.secret("ns", "s", "robot"));
        others.create(V1, SECRETS, TokenSecrets.secret("ns", "t", "other"));
        ApiObject plain = TokenSecrets.secret("ns", "plain", "robot");
        plain.tree().put("type", "Opaque");
        others.create(V1, SECRETS, plain);
        thread.start();
        soon(() -> filled("s") && filled("t"));
        others.delete(V1, ACCOUNTS, "ns", "robot");
        soon(() -> secret("s").isEmpty());
        assertThat(secret("t")).isPresent();
        assertThat(secret("plain")).isPresent();
    }

    @Test
    void aSecretOfNobodyOrOfAnEarlierAccountGoes() throws InterruptedException {
        account("robot");
        others.create(V1, SECRETS, TokenSecrets.secret("ns", "nobody", "absent"));
        ApiObject earlier = TokenSecrets.secret("ns", "earlier", "robot");
        earlier.metadata().setAnnotation("kubernetes.io/service-account.uid", "another");
        others.create(V1, SECRETS, earlier);
        thread.start();
        soon(() -> secret("nobody").isEmpty() && secret("earlier").isEmpty());
    }

    @Test
    void aRefusalOfOneIsNoReasonToStop() throws InterruptedException {
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.UPDATE && call.name().equals("fixed")) {
                throw ApiException.forbidden(new GroupResource("", SECRETS), "fixed", "it is immutable");
            }
        });
        account("robot");
        others.create(V1, SECRETS, TokenSecrets.secret("ns", "fixed", "robot"));
        others.create(V1, SECRETS, TokenSecrets.secret("ns", "s", "robot"));
        thread.start();
        soon(() -> filled("s"));
        assertThat(filled("fixed")).isFalse();
    }

    @Test
    void itDoesNothingWhenItIsSwitchedOff() throws InterruptedException {
        new TokenSecretController(false, "", TokenSecrets.ISSUER, "kubernetes.io").run(objects);
        assertThat(objects.calls()).isEmpty();
    }
}
