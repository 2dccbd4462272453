package mortise.tck.controller;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;

/** What a follower of objects in memory has not fetched yet. The lock of those objects guards it. */
final class MemoryChanges implements ObjectChanges {

    private final MemoryObjects objects;
    private final List<Followed> followed;
    private final Queue<ObjectChange> waiting = new ArrayDeque<>(); // guarded by objects

    MemoryChanges(MemoryObjects objects, List<Followed> followed) {
        this.objects = objects;
        this.followed = followed;
    }

    /** Called under the lock. Keeps a copy, when anybody wants to know of the object. */
    void tell(GroupVersion version, String resource, ObjectChange.Type type, ApiObject object) {
        for (Followed one : followed) {
            boolean meant = one.version().equals(version) && one.resource().equals(resource)
                    && (one.namespace().isEmpty() || one.namespace().equals(object.metadata().namespace()));
            if (meant) {
                waiting.add(new ObjectChange(type, one, object.deepCopy()));
            }
        }
    }

    @Override
    public Optional<ObjectChange> next(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (objects) {
            while (waiting.isEmpty()) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    return Optional.empty();
                }
                objects.wait(left);
            }
            return Optional.of(waiting.remove());
        }
    }

    @Override
    public void close() {
        objects.forget(this);
    }
}
