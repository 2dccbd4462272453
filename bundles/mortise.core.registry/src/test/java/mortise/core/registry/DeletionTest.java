package mortise.core.registry;

import static mortise.core.registry.TestServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.spi.admission.AdmissionDecision;
import mortise.storage.memory.MemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DeletionTest {

    private final TestServer server = new TestServer();

    @AfterEach
    void close() {
        server.close();
    }

    private static DeleteOptions policy(String policy) {
        return new DeleteOptions(OptionalLong.empty(), Optional.empty(), Optional.empty(), Optional.of(policy),
                Optional.empty(), false);
    }

    private static DeleteOptions grace(long seconds) {
        return new DeleteOptions(OptionalLong.of(seconds), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), false);
    }

    @Test
    void whatNothingHoldsBackGoesAtOnceAndItsNameIsFree() {
        String uid = server.create("configmaps", "default", "{'metadata':{'name':'a'}}").entry().uid();
        assertThat(server.delete("configmaps", "default", "a").gone()).isTrue();
        assertThat(refused(() -> server.delete("configmaps", "default", "a")).status().code()).isEqualTo(404);
        assertThat(server.create("configmaps", "default", "{'metadata':{'name':'a'}}").entry().uid()).isNotEqualTo(uid);
    }

    @Test
    void theAnswerForAKindThatReturnsItsObjectHasTheVersionOfTheDeletion() {
        long created = server.create("serviceaccounts", "default", "{'metadata':{'name':'a'}}").entry().revision();
        DeleteResult result = server.delete("serviceaccounts", "default", "a");
        assertThat(result.gone()).isTrue();
        assertThat(result.entry().revision()).isGreaterThan(created);
    }

    @Test
    void finalizersHoldAnObjectUntilTheLastIsRemoved() {
        server.create("configmaps", "default",
                "{'metadata':{'name':'a','finalizers':['kit.io/one','kit.io/two']},'data':{'k':'v'}}");
        DeleteResult first = server.delete("configmaps", "default", "a");
        ApiObject marked = server.object("configmaps", first.entry());
        assertThat(first.gone()).isFalse();
        assertThat(marked.metadata().deletionTimestamp()).isEqualTo("2030-01-02T03:04:05Z");
        assertThat(marked.at("metadata", "deletionGracePeriodSeconds")).isEqualTo(0L);
        assertThat(server.delete("configmaps", "default", "a").entry().revision())
                .as("deleted again").isEqualTo(first.entry().revision());

        assertThat(refused(() -> server.merge("configmaps", "default", "a",
                "{'metadata':{'finalizers':['kit.io/one','kit.io/two','kit.io/three']}}"))).hasMessageContaining(
                "no new finalizers can be added if the object is being deleted");
        assertThat(refused(() -> server.create("configmaps", "default", "{'metadata':{'name':'a'}}")))
                .hasMessage("object is being deleted: configmaps \"a\" already exists");
        server.merge("configmaps", "default", "a",
                "{'metadata':{'finalizers':['kit.io/two'],'deletionTimestamp':null}}");
        assertThat(server.get("configmaps", "default", "a").metadata().deletionTimestamp()).isNotEmpty();
        server.merge("configmaps", "default", "a", "{'metadata':{'finalizers':null}}");
        assertThat(refused(() -> server.get("configmaps", "default", "a")).status().code()).isEqualTo(404);
    }

    @Test
    void preconditionsThatDoNotHoldAreConflictsAboutTheKind() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        var wrongUid = new DeleteOptions(OptionalLong.empty(), Optional.of("u"), Optional.empty(), Optional.empty(),
                Optional.empty(), false);
        ApiException refused = refused(() -> server.delete("configmaps", "default", "a", wrongUid));
        assertThat(refused.status().code()).isEqualTo(409);
        assertThat(refused.status().details().orElseThrow().kind()).isEqualTo("ConfigMap");
        var oldVersion = new DeleteOptions(OptionalLong.empty(), Optional.empty(), Optional.of("1"), Optional.empty(),
                Optional.empty(), false);
        ApiException changed = refused(() -> server.delete("configmaps", "default", "a", oldVersion));
        assertThat(changed.status().code()).isEqualTo(409);
        assertThat(changed).hasMessageEndingWith("The object might have been modified");
    }

    @Test
    void policiesBecomeFinalizersAndALaterPolicyReplacesThem() {
        server.create("deployments", "default",
                "{'metadata':{'name':'d'},'spec':{" + TestServer.DEPLOYMENT + "}}");
        ApiObject marked = server.object("deployments",
                server.delete("deployments", "default", "d", policy("Foreground")).entry());
        assertThat(marked.metadata().finalizers()).containsExactly("foregroundDeletion");
        assertThat(marked.metadata().generation()).isEqualTo(2);
        assertThat(server.delete("deployments", "default", "d", policy("Background")).gone()).isTrue();
        server.create("replicationcontrollers", "default", "{'metadata':{'name':'rc'},'spec':{'template':"
                + "{'metadata':{'labels':{'a':'b'}},'spec':{" + TestServer.POD + "}}}}");
        assertThat(server.delete("replicationcontrollers", "default", "rc").gone()).as("orphans by default").isFalse();
        assertThat(refused(() -> server.delete("deployments", "default", "d", policy("Sideways"))).status().code())
                .isEqualTo(422);
    }

    @Test
    void aPodOnANodeIsGivenTimeWhichCanOnlyGetLess() {
        server.create("pods", "default",
                "{'metadata':{'name':'p'},'spec':{'nodeName':'n1'," + TestServer.POD + "}}");
        assertThat(graceAfter(grace(20))).isEqualTo(20L);
        assertThat(server.get("pods", "default", "p").metadata().deletionTimestamp()).isEqualTo("2030-01-02T03:04:25Z");
        assertThat(graceAfter(grace(50))).isEqualTo(20L);
        assertThat(graceAfter(DeleteOptions.DEFAULT)).isEqualTo(20L);
        assertThat(graceAfter(grace(5))).isEqualTo(5L);
        assertThat(server.get("pods", "default", "p").metadata().generation()).isEqualTo(2);
        assertThat(server.delete("pods", "default", "p", grace(0)).gone()).isTrue();
    }

    private Object graceAfter(DeleteOptions options) {
        DeleteResult result = server.delete("pods", "default", "p", options);
        assertThat(result.gone()).isFalse();
        return server.object("pods", result.entry()).at("metadata", "deletionGracePeriodSeconds");
    }

    @Test
    void aNamespaceGoesWhenItIsFinalized() {
        server.create("namespaces", "", "{'metadata':{'name':'n'}}");
        DeleteResult marked = server.delete("namespaces", "", "n");
        ApiObject namespace = server.object("namespaces", marked.entry());
        assertThat(marked.gone()).isFalse();
        assertThat(namespace.textAt("status", "phase")).isEqualTo("Terminating");
        assertThat(namespace.metadata().tree()).doesNotContainKey("deletionGracePeriodSeconds");
        assertThat(server.delete("namespaces", "", "n").entry().revision()).isEqualTo(marked.entry().revision());
        server.update("namespaces", "", "n", "finalize", "{'metadata':{'name':'n'},'spec':{'finalizers':[]}}");
        assertThat(refused(() -> server.get("namespaces", "", "n")).status().code()).isEqualTo(404);
    }

    @Test
    void aCollectionIsDeletedAsItWouldBeListed() {
        for (String name : new String[] {"a", "b", "c"}) {
            server.create("configmaps", "default",
                    "{'metadata':{'name':'" + name + "','labels':{'g':'" + (name.equals("c") ? 2 : 1) + "'}}}");
        }
        ListPage deleted = server.verbs("configmaps").deleteCollection(new DeleteCollectionRequest(TestServer.USER,
                "default", TestServer.options(Map.of("labelSelector", "g=1")), DeleteOptions.DEFAULT));
        assertThat(TestServer.names(deleted)).containsExactly("a", "b");
        assertThat(TestServer.names(server.list("configmaps", "default", ListOptions.ALL))).containsExactly("c");
    }

    @Test
    void aPageOfACollectionIsDeletedAndTheRestIsLeft() {
        for (String name : List.of("a", "b", "c")) {
            server.create("configmaps", "default", "{'metadata':{'name':'" + name + "'}}");
        }
        ListPage page = server.verbs("configmaps").deleteCollection(new DeleteCollectionRequest(TestServer.USER,
                "default", TestServer.options(Map.of("limit", "2")), DeleteOptions.DEFAULT));
        assertThat(TestServer.names(page)).containsExactly("a", "b");
        assertThat(page.continueToken()).isNotEmpty();
        assertThat(TestServer.names(server.list("configmaps", "default", ListOptions.ALL))).containsExactly("c");
        server.verbs("configmaps").deleteCollection(new DeleteCollectionRequest(TestServer.USER, "default",
                TestServer.options(Map.of("limit", "2", "continue", page.continueToken())), DeleteOptions.DEFAULT));
        assertThat(TestServer.names(server.list("configmaps", "default", ListOptions.ALL))).isEmpty();
    }

    @Test
    void severalObjectsOfACollectionAreDeletedAtTheSameTimeAndNoMoreThanThat() throws Exception {
        try (TestServer parallel = new TestServer("", RandomGenerator.getDefault(), "", new MemoryStore(), 3)) {
            for (int i = 0; i < 30; i++) {
                parallel.create("configmaps", "default", "{'metadata':{'name':'c" + i + "'}}");
            }
            var together = new CyclicBarrier(3);
            parallel.validating.add(new AdmissionChain.Plugin<>(request -> {
                meet(together);
                return AdmissionDecision.ADMITTED;
            }, "b"));
            ListPage deleted = parallel.verbs("configmaps").deleteCollection(new DeleteCollectionRequest(
                    TestServer.USER, "default", ListOptions.ALL, DeleteOptions.DEFAULT));
            assertThat(TestServer.names(deleted)).hasSize(30);
            assertThat(TestServer.names(parallel.list("configmaps", "default", ListOptions.ALL))).isEmpty();
            assertThat(together.getNumberWaiting()).isZero();
        }
    }

    private static void meet(CyclicBarrier others) {
        try {
            others.await(150, TimeUnit.MILLISECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
            throw new IllegalStateException("not three at the same time", alone);
        }
    }

    @Test
    void theFirstFailureEndsTheDeletionOfACollection() {
        for (String name : List.of("a", "b", "c")) {
            server.create("configmaps", "default", "{'metadata':{'name':'" + name + "'}}");
        }
        server.validating.add(new AdmissionChain.Plugin<>(request -> request.name().equals("b")
                ? AdmissionDecision.forbidden(request, "it is needed") : AdmissionDecision.ADMITTED, "b"));
        assertThat(refused(() -> server.verbs("configmaps").deleteCollection(new DeleteCollectionRequest(
                TestServer.USER, "default", ListOptions.ALL, DeleteOptions.DEFAULT))))
                .hasMessage("configmaps \"b\" is forbidden: it is needed");
        assertThat(TestServer.names(server.list("configmaps", "default", ListOptions.ALL))).containsExactly("b", "c");
    }

    @Test
    void admissionSeesHowSomethingIsDeleted() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        var options = new ArrayList<Object>();
        server.validating.add(new AdmissionChain.Plugin<>(request -> {
            options.add(request.options().orElseThrow().tree());
            return AdmissionDecision.ADMITTED;
        }, "b"));
        server.delete("configmaps", "default", "a", policy("Background"));
        assertThat(options).containsExactly(Map.of("kind", "DeleteOptions", "apiVersion", "meta.k8s.io/v1",
                "propagationPolicy", "Background"));
    }

    @Test
    void aDryRunDeletesNothing() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        var dryRun = new DeleteOptions(OptionalLong.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), true);
        assertThat(server.delete("configmaps", "default", "a", dryRun).gone()).isTrue();
        assertThat(server.get("configmaps", "default", "a")).isNotNull();
    }
}
