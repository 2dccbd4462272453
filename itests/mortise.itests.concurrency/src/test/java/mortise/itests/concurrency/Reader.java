package mortise.itests.concurrency;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.core.cache.CacheEvent;
import mortise.core.cache.CacheWatch;
import mortise.itests.concurrency.Sightings.Kind;
import org.jspecify.annotations.Nullable;

/** Reads one watch of a cache: at the caller's wish, when it is told to, or both. Any thread. */
final class Reader {

    private final Sightings sightings; // guarded by this
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicBoolean inCall = new AtomicBoolean();
    private volatile boolean overlapped;
    private volatile @Nullable CacheWatch watch;

    Reader(long after) {
        this.sightings = new Sightings(after);
    }

    void begin(CacheWatch opened) {
        watch = opened;
    }

    CacheWatch watch() {
        CacheWatch open = watch;
        if (open == null) {
            throw new IllegalStateException("no watch yet");
        }
        return open;
    }

    /** Only notes that there would be something to read. */
    void noteCall() {
        calls.incrementAndGet();
    }

    int calls() {
        return calls.get();
    }

    /** Reads when the cache says so, and notes if it says so twice at a time. */
    void readWhenCalled() {
        if (!inCall.compareAndSet(false, true)) {
            overlapped = true;
        }
        try {
            if (watch != null) {
                read();
            }
        } finally {
            inCall.set(false);
        }
    }

    /** Reads until nothing is there. */
    synchronized void read() {
        while (readOne()) {
            continue;
        }
    }

    /** Reads an event if there is one. */
    synchronized boolean readOne() {
        Optional<CacheEvent> next = watch().poll();
        next.ifPresent(this::note);
        return next.isPresent();
    }

    private void note(CacheEvent event) {
        if (event.type() == CacheEvent.Type.BOOKMARK) {
            sightings.started(event.revision());
        } else {
            sightings.event(Kind.valueOf(event.type().name()), event.entry().name(), event.revision());
        }
    }

    synchronized String verdict(ListStore store) {
        return overlapped ? "called twice at a time" : sightings.verdict(store);
    }

    synchronized String verdictWhenCut(ListStore store) {
        return sightings.verdictWhenCut(store);
    }
}
