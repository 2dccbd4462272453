package mortise.core.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.core.cache.CacheEvent;
import mortise.core.cache.CacheWatch;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ObjectChange;
import mortise.spi.controller.ObjectChanges;

/** Follows objects by watches of their caches. */
final class ServerChanges implements ObjectChanges {

    private record Source(Followed followed, ServedResource served, CacheWatch watch) {
    }

    /** Gets a permit whenever a watch may have something. */
    private final Semaphore news = new Semaphore(0);
    private final List<Source> sources = new ArrayList<>();

    /** Follows one more resource. Blocks until its state is known. */
    void add(Followed followed, ServedResource served) {
        WatchRequest request = new WatchRequest(followed.namespace(), "", ListOptions.ALL, Optional.empty());
        sources.add(new Source(followed, served, served.verbs().watch(request, news::release)));
    }

    @Override
    public Optional<ObjectChange> next(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            // Before looking, so that what comes while looking is not missed.
            news.drainPermits();
            Optional<ObjectChange> change = poll();
            if (change.isPresent()) {
                return change;
            }
            if (!news.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
        }
    }

    private Optional<ObjectChange> poll() {
        for (Source source : sources) {
            Optional<CacheEvent> event = event(source.watch());
            if (event.isPresent()) {
                return event.map(told -> change(source, told));
            }
            Optional<ApiStatus> end = source.watch().ended();
            if (end.isPresent()) {
                // What came between the two questions still counts.
                return Optional.of(event(source.watch()).map(told -> change(source, told))
                        .orElseThrow(() -> new ApiException(end.get())));
            }
        }
        return Optional.empty();
    }

    private static Optional<CacheEvent> event(CacheWatch watch) {
        Optional<CacheEvent> event = watch.poll();
        while (event.filter(told -> told.type() == CacheEvent.Type.BOOKMARK).isPresent()) {
            event = watch.poll();
        }
        return event;
    }

    private static ObjectChange change(Source source, CacheEvent event) {
        ObjectChange.Type type = switch (event.type()) {
            case ADDED -> ObjectChange.Type.ADDED;
            case MODIFIED -> ObjectChange.Type.MODIFIED;
            case DELETED -> ObjectChange.Type.DELETED;
            case BOOKMARK -> throw new IllegalStateException("a bookmark is no change");
        };
        return new ObjectChange(type, source.followed(), source.served().object(event.entry()));
    }

    @Override
    public void close() {
        sources.forEach(source -> source.watch().close());
    }
}
