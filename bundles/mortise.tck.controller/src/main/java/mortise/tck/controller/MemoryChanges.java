package mortise.tck.controller;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;
import org.jspecify.annotations.Nullable;

/** What a follower of objects in memory has not fetched yet. The lock of those objects guards it. */
final class MemoryChanges implements ObjectChanges {

    private final MemoryObjects objects;
    private final List<Followed> followed = new ArrayList<>(); // guarded by objects
    private final Queue<ObjectChange> waiting = new ArrayDeque<>(); // guarded by objects

    private final Deque<Ended> over = new ArrayDeque<>(); // guarded by objects
    private Optional<Followed> ended = Optional.empty();

    private record Ended(Followed followed, ApiStatus why) {
    }

    MemoryChanges(MemoryObjects objects) {
        this.objects = objects;
    }

    @Override
    public void add(Followed more) {
        synchronized (objects) {
            if (followed.contains(more)) {
                throw new IllegalStateException(more + " is followed already");
            }
            for (ApiObject object : objects.list(more.version(), more.resource(), more.namespace())) {
                waiting.add(new ObjectChange(ObjectChange.Type.ADDED, more, shown(more, object)));
            }
            followed.add(more);
        }
    }

    @Override
    public void remove(Followed some) {
        synchronized (objects) {
            followed.remove(some);
            waiting.removeIf(change -> change.source().equals(some));
        }
    }

    @Override
    public Optional<Followed> ended() {
        return ended;
    }

    /** Called under the lock. Lets the following of a resource fail after what was told of it. */
    void end(GroupVersion version, String resource, ApiStatus why) {
        for (Followed one : List.copyOf(followed)) {
            if (one.version().equals(version) && one.resource().equals(resource)) {
                followed.remove(one);
                over.add(new Ended(one, why));
            }
        }
    }

    private static ApiObject shown(Followed one, ApiObject object) {
        return one.metadataOnly() ? MemoryObjects.metadataOnly(object.deepCopy()) : object.deepCopy();
    }

    private static boolean matters(Followed one, ApiObject before, ApiObject object) {
        return one.changesOf().isEmpty() || one.changesOf().stream().map(path -> path.split("\\."))
                .anyMatch(path -> !Objects.equals(before.at(path), object.at(path)));
    }

    /** Called under the lock. Keeps a copy, when anybody wants to know of the object. */
    void tell(GroupVersion version, String resource, ObjectChange.Type type, @Nullable ApiObject before,
            ApiObject object) {
        for (Followed one : followed) {
            boolean meant = one.version().equals(version) && one.resource().equals(resource)
                    && (one.namespace().isEmpty() || one.namespace().equals(object.metadata().namespace()));
            if (meant && (before == null || matters(one, before, object))) {
                waiting.add(new ObjectChange(type, one, shown(one, object)));
            }
        }
    }

    @Override
    public Optional<ObjectChange> next(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        synchronized (objects) {
            while (waiting.isEmpty()) {
                failIfOver();
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    return Optional.empty();
                }
                objects.wait(left);
            }
            return Optional.of(waiting.remove());
        }
    }

    private void failIfOver() {
        if (!over.isEmpty()) {
            Ended first = over.remove();
            ended = Optional.of(first.followed());
            throw new ApiException(first.why());
        }
    }

    @Override
    public void close() {
        objects.forget(this);
    }
}
