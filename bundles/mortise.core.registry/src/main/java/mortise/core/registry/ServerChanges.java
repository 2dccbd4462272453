package mortise.core.registry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** Resources of which something may be there, each once; the first is asked first and then is the last. */
    private final BlockingQueue<Source> ready = new LinkedBlockingQueue<>();
    private final Function<Followed, ServedResource> served;
    private final Map<Followed, Source> sources = new HashMap<>();
    private Optional<Followed> ended = Optional.empty();

    /** @param served finds a resource; fails when it is not served */
    ServerChanges(Function<Followed, ServedResource> served) {
        this.served = served;
    }

    /** One resource that is followed. */
    private final class Source {

        private final Followed followed;
        private final ServedResource served;
        private final AtomicBoolean waiting = new AtomicBoolean();
        private final CacheWatch watch;

        Source(Followed followed, ServedResource served) {
            this.followed = followed;
            this.served = served;
            var request = new WatchRequest(
                    followed.namespace(), "", ListOptions.ALL, Optional.empty(), followed.changesOf());
            this.watch = served.verbs().watch(request, this::mayHaveSome);
        }

        /** Has the source asked. Any thread. */
        void mayHaveSome() {
            if (waiting.compareAndSet(false, true)) {
                ready.add(this);
            }
        }

        Optional<CacheEvent> event() {
            // Before looking, so that what comes while looking is not missed.
            waiting.set(false);
            Optional<CacheEvent> event = watch.poll();
            while (event.filter(told -> told.type() == CacheEvent.Type.BOOKMARK).isPresent()) {
                event = watch.poll();
            }
            return event;
        }
    }

    /** Follows one more resource. Blocks until its state is known. */
    @Override
    public void add(Followed followed) {
        if (sources.containsKey(followed)) {
            throw new IllegalStateException(followed + " is followed already");
        }
        var source = new Source(followed, served.apply(followed));
        sources.put(followed, source);
        source.mayHaveSome();
    }

    @Override
    public void remove(Followed followed) {
        Source source = sources.remove(followed);
        if (source != null) {
            source.watch.close();
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
            Source source = ready.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (source == null) {
                return Optional.empty();
            }
            Optional<CacheEvent> event = sources.get(source.followed) == source ? next(source) : Optional.empty();
            if (event.isPresent()) {
                source.mayHaveSome();
                return event.map(told -> change(source, told));
            }
        }
    }

    private Optional<CacheEvent> next(Source source) {
        Optional<CacheEvent> event = source.event();
        if (event.isPresent()) {
            return event;
        }
        Optional<ApiStatus> end = source.watch.ended();
        if (end.isPresent()) {
            // What came between the two questions still counts.
            event = source.event();
            if (event.isEmpty()) {
                throw end(source, end.get());
            }
        }
        return event;
    }

    private ApiException end(Source source, ApiStatus why) {
        remove(source.followed);
        ended = Optional.of(source.followed);
        return new ApiException(why);
    }

    private static ObjectChange change(Source source, CacheEvent event) {
        ObjectChange.Type type = switch (event.type()) {
            case ADDED -> ObjectChange.Type.ADDED;
            case MODIFIED -> ObjectChange.Type.MODIFIED;
            case DELETED -> ObjectChange.Type.DELETED;
            case BOOKMARK -> throw new IllegalStateException("a bookmark is no change");
        };
        ApiObject object = source.followed.metadataOnly()
                ? MetadataOnly.of(event.entry(), source.served.kind()) : source.served.object(event.entry());
        return new ObjectChange(type, source.followed, object);
    }

    @Override
    public void close() {
        sources.values().forEach(source -> source.watch.close());
    }
}
