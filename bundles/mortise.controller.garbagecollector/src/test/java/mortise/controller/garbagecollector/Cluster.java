package mortise.controller.garbagecollector;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.Removal;
import mortise.tck.controller.FakeObjectAccess;
import org.jspecify.annotations.Nullable;

/** Objects that own each other, and a garbage collector for them. */
final class Cluster {

    static final GroupVersion V1 = new GroupVersion("", "v1");
    static final Duration PATIENCE = Duration.ofSeconds(10);
    static final String NAMESPACE = "ns";
    private static final Removal USUAL = Removal.USUAL;

    final FakeObjectAccess objects = new FakeObjectAccess()
            .serve(V1, "pods", "Pod", true).serve(V1, "nodes", "Node", false).serve(V1, "events", "Event", true);
    final ObjectAccess others = objects.others();
    private final AtomicReference<@Nullable Throwable> harm = new AtomicReference<>();
    private @Nullable Thread collector;

    /** Starts a collector that knows nothing yet. */
    Cluster collect() {
        var thread = new Thread(this::run, "controller-under-test");
        thread.setDaemon(true);
        thread.start();
        collector = thread;
        return this;
    }

    private void run() {
        try {
            new GarbageCollectorController(4).run(objects);
        } catch (InterruptedException expected) {
            // The test is over, or goes on with another one.
        } catch (RuntimeException | Error unexpected) {
            harm.set(unexpected);
        }
    }

    /** Ends the collector, as if the server went down. */
    void stop() throws InterruptedException {
        Thread running = collector;
        if (running != null) {
            running.interrupt();
            running.join(PATIENCE.toMillis());
            assertThat(running.isAlive()).as("still running").isFalse();
        }
        assertThat(harm.get()).as("what the collector died of").isNull();
    }

    /** Creates a pod of some owners. */
    ApiObject pod(String name, ApiObject... owners) {
        return pod(NAMESPACE, name, owners);
    }

    ApiObject pod(String namespace, String name, ApiObject... owners) {
        return others.create(V1, "pods", object("Pod", namespace, name, owners));
    }

    ApiObject node(String name, ApiObject... owners) {
        return others.create(V1, "nodes", object("Node", "", name, owners));
    }

    static ApiObject object(String kind, String namespace, String name, ApiObject... owners) {
        ApiObject object = ApiObject.ofKind(V1.kind(kind));
        object.metadata().setNamespace(namespace);
        object.metadata().setName(name);
        own(object, false, owners);
        return object;
    }

    static void own(ApiObject object, boolean blocking, ApiObject... owners) {
        var references = new ArrayList<@Nullable Object>();
        for (ApiObject owner : owners) {
            var reference = new LinkedHashMap<String, @Nullable Object>();
            reference.put("apiVersion", owner.apiVersion());
            reference.put("kind", owner.kind());
            reference.put("name", owner.metadata().name());
            reference.put("uid", owner.metadata().uid());
            reference.put("blockOwnerDeletion", blocking);
            references.add(reference);
        }
        if (!references.isEmpty()) {
            object.metadata().tree().put("ownerReferences", references);
        }
    }

    /** Creates a pod whose owners wait for it. */
    ApiObject blockingPod(String name, ApiObject... owners) {
        ApiObject pod = object("Pod", NAMESPACE, name);
        own(pod, true, owners);
        return others.create(V1, "pods", pod);
    }

    /** Returns an owner that is not there. */
    static ApiObject nobody(String kind) {
        ApiObject nobody = object(kind, "", "nobody");
        nobody.metadata().setUid("uid-of-nobody");
        return nobody;
    }

    void finalizer(String pod, String... finalizers) {
        ApiObject object = get(pod).orElseThrow();
        object.metadata().setFinalizers(List.of(finalizers));
        others.update(V1, "pods", object);
    }

    void delete(String pod, String policy) {
        others.delete(V1, "pods", NAMESPACE, pod, new Removal(OptionalLong.empty(), Optional.empty(),
                Optional.empty(), Optional.of(policy)));
    }

    Optional<ApiObject> get(String pod) {
        return others.get(V1, "pods", NAMESPACE, pod);
    }

    boolean has(String pod) {
        return get(pod).isPresent();
    }

    boolean isGoing(String pod) {
        return get(pod).filter(found -> !found.metadata().deletionTimestamp().isEmpty()).isPresent();
    }

    int owners(String pod) {
        return get(pod).orElseThrow().at("metadata", "ownerReferences") instanceof List<?> owners ? owners.size() : 0;
    }

    /** Waits until a condition holds. */
    void soon(BooleanSupplier condition) throws InterruptedException {
        boolean held = objects.await(() -> harm.get() != null || condition.getAsBoolean(), PATIENCE);
        assertThat(harm.get()).as("what the collector died of").isNull();
        assertThat(held).as("in time; pods are %s", others.list(V1, "pods", "")).isTrue();
    }

    /**
     * Waits until the collector has come past something that was put in its way now: what it has left alone until then
     * it does not touch.
     */
    void afterAWhile() throws InterruptedException {
        for (int round = 0; round < 2; round++) {
            ApiObject gone = pod("passing");
            ApiObject witness = pod("witness", gone);
            others.delete(V1, "pods", NAMESPACE, "passing", USUAL);
            soon(() -> !has(witness.metadata().name()));
        }
    }
}
