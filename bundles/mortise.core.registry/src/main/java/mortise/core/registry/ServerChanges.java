package mortise.core.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiException;
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
            // Asked before the events, of which some may stand before the end.
            Optional<ApiException> end = source.watch().ended().map(ApiException::new);
            Optional<CacheEvent> event = source.watch().poll();
            while (event.isPresent()) {
                if (event.get().type() != CacheEvent.Type.BOOKMARK) {
                    return event.map(told -> change(source, told));
                }
                event = source.watch().poll();
            }
            if (end.isPresent()) {
                throw end.get();
            }
        }
        return Optional.empty();
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
