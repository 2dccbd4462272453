package mortise.core.registry;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheEntry;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what a list returns, one object after the other or several at the same time. The first failure ends it:
 * deletions that are under way go on, no other begins. A worker does not wait for the store after each object: it
 * looks at the next ones while the store writes those before them, in their order and many at once.
 */
final class CollectionDeletion {

    /** How many objects of one worker are with the store at most. */
    private static final int BEGUN_MAX = 64;

    private final Reads reads;
    private final Deletion deletion;
    private final UnsafeDeletion unsafe;
    private final int workers;

    CollectionDeletion(ResourceState state, Reads reads, Deletion deletion, Resources shared) {
        this.reads = reads;
        this.deletion = deletion;
        this.unsafe = new UnsafeDeletion(state, shared.gates());
        this.workers = shared.deletionWorkers();
    }

    ListPage delete(DeleteCollectionRequest request) {
        DeletionOptions.check(request.options());
        unsafe.refuseForCollection(request.options());
        ListPage page = reads.list(new ListRequest(request.namespace(), request.list()));
        List<CacheEntry> entries = new ArrayList<>();
        page.entries().forEach(entries::add);
        var work = new Work(request, entries.iterator());
        int threads = Math.min(workers, entries.size());
        if (threads > 1) {
            inParallel(work, threads);
        } else {
            work.run();
        }
        work.failed();
        return new ListPage(page.revision(), entries, page.continueToken(), page.remaining());
    }

    private static void inParallel(Work work, int threads) {
        ExecutorService pool = Executors.newFixedThreadPool(threads - 1);
        try {
            var others = new ArrayList<Future<?>>();
            for (int i = 1; i < threads; i++) {
                others.add(pool.submit(work));
            }
            work.run();
            for (Future<?> other : others) {
                other.get();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new ApiException(
                    ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the server is shutting down"), stopped);
        } catch (ExecutionException broken) {
            throw new IllegalStateException("work keeps its failures", broken);
        } finally {
            pool.shutdownNow();
        }
    }

    /** What is left to be deleted. Any number of threads may run it at once. */
    private final class Work implements Runnable {

        private final DeleteCollectionRequest request;
        private final Iterator<CacheEntry> left; // guarded by this
        private @Nullable RuntimeException failure; // guarded by this

        Work(DeleteCollectionRequest request, Iterator<CacheEntry> left) {
            this.request = request;
            this.left = left;
        }

        private synchronized @Nullable CacheEntry next() {
            return failure == null && left.hasNext() ? left.next() : null;
        }

        private synchronized void fail(RuntimeException why) {
            if (failure == null) {
                failure = why;
            }
        }

        /** Throws what went wrong first. */
        synchronized void failed() {
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public void run() {
            var begun = new ArrayDeque<Deletion.Begun>(BEGUN_MAX);
            for (CacheEntry entry = next(); entry != null; entry = next()) {
                var one = new DeleteRequest(request.user(), entry.namespace(), entry.name(), request.options());
                attempt(() -> begun.add(deletion.begin(one)));
                if (begun.size() == BEGUN_MAX) {
                    attempt(begun.remove()::end);
                }
            }
            while (!begun.isEmpty()) {
                attempt(begun.remove()::end);
            }
        }

        private void attempt(Runnable step) {
            try {
                step.run();
            } catch (ApiException refused) {
                // Somebody else was faster.
                if (refused.status().reason() != ErrorReason.NOT_FOUND) {
                    fail(refused);
                }
            } catch (RuntimeException broken) {
                fail(broken);
            }
        }
    }
}
