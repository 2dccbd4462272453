package mortise.core.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import mortise.api.ApiException;
import mortise.api.ApiObject;
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
    private final Function<Followed, ServedResource> served;
    private final List<Source> sources = new ArrayList<>();
    /** The source that is asked first, another one after each change: a busy one must not hide the rest. */
    private int first;
    private Optional<Followed> ended = Optional.empty();

    /** @param served finds a resource; fails when it is not served */
    ServerChanges(Function<Followed, ServedResource> served) {
        this.served = served;
    }

    /** Follows one more resource. Blocks until its state is known. */
    @Override
    public void add(Followed followed) {
        if (sources.stream().anyMatch(source -> source.followed().equals(followed))) {
            throw new IllegalStateException(followed + " is followed already");
        }
        ServedResource resource = served.apply(followed);
        WatchRequest request = new WatchRequest(followed.namespace(), "", ListOptions.ALL, Optional.empty());
        sources.add(new Source(followed, resource, resource.verbs().watch(request, news::release)));
    }

    @Override
    public void remove(Followed followed) {
        for (Source source : List.copyOf(sources)) {
            if (source.followed().equals(followed)) {
                sources.remove(source);
                source.watch().close();
            }
        }
    }

    @Override
    public Optional<Followed> ended() {
        return ended;
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
        for (int i = 0; i < sources.size(); i++) {
            int at = (first + i) % sources.size();
            Source source = sources.get(at);
            Optional<CacheEvent> event = event(source.watch());
            if (event.isEmpty()) {
                Optional<ApiStatus> end = source.watch().ended();
                // What came between the two questions still counts.
                event = end.isPresent() ? event(source.watch()) : event;
                if (end.isPresent() && event.isEmpty()) {
                    throw end(source, end.get());
                }
            }
            if (event.isPresent()) {
                first = at + 1;
                return event.map(told -> change(source, told));
            }
        }
        return Optional.empty();
    }

    private ApiException end(Source source, ApiStatus why) {
        remove(source.followed());
        ended = Optional.of(source.followed());
        return new ApiException(why);
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
        ApiObject object = source.followed().metadataOnly()
                ? MetadataOnly.of(event.entry(), source.served().kind()) : source.served().object(event.entry());
        return new ObjectChange(type, source.followed(), object);
    }

    @Override
    public void close() {
        sources.forEach(source -> source.watch().close());
    }
}
