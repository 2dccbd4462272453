package mortise.tck.controller;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ObjectChanges;
import mortise.spi.controller.Removal;
import mortise.spi.controller.ResourceEntry;
import mortise.spi.controller.ServedResources;
import mortise.tck.controller.ObjectCall.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Objects in memory, for tests of controllers. It gives names, uids, timestamps and resource versions, refuses to
 * create what is there and to update what has changed meanwhile, and keeps what is deleted until its finalizers are
 * gone, as the server does. {@code spec.finalizers} hold too, as those of namespaces do. A deletion puts down
 * {@code orphan} and {@code foregroundDeletion} as its propagation policy says, and never waits for a grace period.
 * {@code x/status} writes the status and {@code x/finalize} the finalizers of the spec; any other path below a resource
 * writes the whole object. It neither validates nor admits, does not convert between versions, and takes any resource
 * to have namespaces or none, as its objects say.
 *
 * <p>Any thread may call it. Objects are copied on their way in and out.
 */
public final class FakeObjectAccess implements ObjectAccess {

    private static final Set<String> VERBS =
            Set.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
    /** A condition may look at more than objects, of which nobody tells this class. */
    private static final long ASK_AGAIN_MILLIS = 20;

    private final MemoryObjects objects;
    private final List<ObjectCall> calls = new CopyOnWriteArrayList<>();
    private volatile Consumer<ObjectCall> beforeEachCall = call -> { };

    /** Makes one that serves nothing yet and in which time stands still. */
    public FakeObjectAccess() {
        this(InstantSource.fixed(BEGINNING));
    }

    /** Makes one that serves nothing yet and takes its timestamps from {@code time}. */
    public FakeObjectAccess(InstantSource time) {
        objects = new MemoryObjects(time);
    }

    /** Serves a resource from now on and returns this object; calls about one that is not served fail with 404. */
    public FakeObjectAccess serve(GroupVersion version, String resource) {
        return serve(version, resource, "", true);
    }

    /** Serves a resource, with every verb, from now on and returns this object. */
    public FakeObjectAccess serve(GroupVersion version, String resource, String kind, boolean namespaced) {
        return serve(new ResourceEntry(version, resource, kind, namespaced, VERBS));
    }

    /** Serves a resource from now on and returns this object. Nobody checks calls against its verbs. */
    public FakeObjectAccess serve(ResourceEntry resource) {
        objects.serve(resource);
        return this;
    }

    /** Forgets a resource and its objects: calls about it fail with 404, and so does the following of it. */
    public void stopServing(GroupVersion version, String resource) {
        objects.stopServing(version, resource);
    }

    /** Lets every following of a resource fail with 410, as for readers that were too slow. */
    public void endFollowing(GroupVersion version, String resource) {
        objects.endFollowing(version, resource);
    }

    /** Returns the same objects as everybody else sees them: calls are not noted and nobody gets in between. */
    public ObjectAccess others() {
        return objects;
    }

    /**
     * Calls somebody before each call from now on, on the thread of the call and without a lock. It may throw an
     * {@link mortise.api.ApiException}, with which the call then fails, or do with {@link #others()} what other clients
     * do meanwhile.
     */
    public void beforeEachCall(Consumer<ObjectCall> action) {
        beforeEachCall = action;
    }

    /** Returns every call so far, those that failed too, oldest first. */
    public List<ObjectCall> calls() {
        return List.copyOf(calls);
    }

    /**
     * Waits until a condition holds. It is asked now, after each write and every few milliseconds, while nobody else
     * gets at the objects; it reads them through {@link #others()}.
     *
     * @return whether it holds; not when the time is up
     */
    public boolean await(BooleanSupplier condition, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (objects) {
            while (!condition.getAsBoolean()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                objects.wait(Math.min(left, ASK_AGAIN_MILLIS));
            }
        }
        return true;
    }

    @Override
    public Optional<ApiObject> get(GroupVersion version, String resource, String namespace, String name) {
        note(new ObjectCall(Operation.GET, version, resource, namespace, name, Optional.empty()));
        return objects.get(version, resource, namespace, name);
    }

    @Override
    public List<ApiObject> list(GroupVersion version, String resource, String namespace) {
        note(new ObjectCall(Operation.LIST, version, resource, namespace, "", Optional.empty()));
        return objects.list(version, resource, namespace);
    }

    @Override
    public ApiObject create(GroupVersion version, String resource, ApiObject object) {
        note(sent(Operation.CREATE, version, resource, object));
        return objects.create(version, resource, object);
    }

    @Override
    public ApiObject update(GroupVersion version, String resource, ApiObject object) {
        note(sent(Operation.UPDATE, version, resource, object));
        return objects.update(version, resource, object);
    }

    @Override
    public ApiObject patch(GroupVersion version, String resource, String namespace, String name,
            Map<String, @Nullable Object> changes) {
        note(new ObjectCall(Operation.PATCH, version, resource, namespace, name,
                Optional.of(new ApiObject(changes).deepCopy())));
        return objects.patch(version, resource, namespace, name, changes);
    }

    @Override
    public void delete(GroupVersion version, String resource, String namespace, String name, Removal removal) {
        note(new ObjectCall(Operation.DELETE, version, resource, namespace, name, Optional.empty(), removal));
        objects.delete(version, resource, namespace, name, removal);
    }

    /** Is not noted: it never fails. */
    @Override
    public ServedResources served() {
        return objects.served();
    }

    /** Notes one call for each of the resources, but none for those that are added later. */
    @Override
    public ObjectChanges follow(Followed... followed) {
        for (Followed one : followed) {
            note(new ObjectCall(Operation.FOLLOW, one.version(), one.resource(), one.namespace(), "",
                    Optional.empty()));
        }
        return objects.follow(followed);
    }

    private static ObjectCall sent(Operation operation, GroupVersion version, String resource, ApiObject object) {
        return new ObjectCall(operation, version, resource, object.textAt("metadata", "namespace"),
                object.textAt("metadata", "name"), Optional.of(object.deepCopy()));
    }

    private void note(ObjectCall call) {
        calls.add(call);
        beforeEachCall.accept(call);
    }
}
