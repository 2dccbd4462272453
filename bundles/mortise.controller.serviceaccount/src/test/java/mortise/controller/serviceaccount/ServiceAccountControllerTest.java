package mortise.controller.serviceaccount;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.tck.controller.FakeObjectAccess;
import mortise.tck.controller.ObjectCall.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceAccountControllerTest {

    private static final GroupVersion V1 = new GroupVersion("", "v1");
    private static final String NAMESPACES = "namespaces";
    private static final String ACCOUNTS = "serviceaccounts";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final FakeObjectAccess objects = new FakeObjectAccess().serve(V1, NAMESPACES).serve(V1, ACCOUNTS);
    private final ObjectAccess others = objects.others();
    private final Thread thread = new Thread(this::run, "controller-under-test");

    private void run() {
        try {
            new ServiceAccountController(true).run(objects);
        } catch (InterruptedException expected) {
            // The test is over.
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(PATIENCE.toMillis());
    }

    private void namespace(String name) {
        others.create(V1, NAMESPACES, ServiceAccountControllerContractTest.named("Namespace", name));
    }

    private boolean hasAccount(String namespace) {
        return others.get(V1, ACCOUNTS, namespace, "default").isPresent();
    }

    private void soon(BooleanSupplier condition) throws InterruptedException {
        assertThat(objects.await(condition, PATIENCE)).as("in time").isTrue();
    }

    @Test
    void namespacesOfBeforeAndOfLaterGetTheirAccount() throws InterruptedException {
        namespace("before");
        thread.start();
        soon(() -> hasAccount("before"));
        namespace("later");
        soon(() -> hasAccount("later"));
    }

    @Test
    void anAccountThatIsDeletedComesBack() throws InterruptedException {
        namespace("a");
        thread.start();
        soon(() -> hasAccount("a"));
        String first = others.get(V1, ACCOUNTS, "a", "default").orElseThrow().metadata().uid();
        others.delete(V1, ACCOUNTS, "a", "default");
        soon(() -> others.get(V1, ACCOUNTS, "a", "default")
                .filter(account -> !account.metadata().uid().equals(first)).isPresent());
    }

    @Test
    void aNamespaceThatGoesGetsNone() throws InterruptedException {
        ApiObject going = ServiceAccountControllerContractTest.named("Namespace", "going");
        going.metadata().setFinalizers(List.of("some/one"));
        others.create(V1, NAMESPACES, going);
        others.delete(V1, NAMESPACES, "", "going");
        namespace("staying");
        thread.start();
        soon(() -> hasAccount("staying"));
        assertThat(hasAccount("going")).isFalse();
    }

    @Test
    void aRefusalInOneNamespaceIsNoReasonToStop() throws InterruptedException {
        objects.beforeEachCall(call -> {
            if (call.operation() == Operation.CREATE && call.namespace().equals("full")) {
                throw ApiException.forbidden(new GroupResource("", ACCOUNTS), "default", "a quota says so");
            }
        });
        namespace("full");
        namespace("roomy");
        thread.start();
        soon(() -> hasAccount("roomy"));
    }

    @Test
    void itDoesNothingUnlessItIsSwitchedOn() throws InterruptedException {
        namespace("a");
        new ServiceAccountController(false).run(objects);
        assertThat(objects.calls()).isEmpty();
    }
}
