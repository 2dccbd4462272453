package mortise.itests.crash;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import mortise.itests.crash.Backend.OpenStore;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoredValue;
import mortise.spi.storage.WatchListener;
import mortise.spi.storage.WatchRequest;
import org.jspecify.annotations.Nullable;

/**
 * A process with stores, made to be killed. Arguments: backend, number of this life, and for each store: location, file
 * to report to, last revision seen by its watch, revision up to which it may be compacted. It says {@code open} on
 * standard output when all are, and then in the files, one line each, fields separated by blanks:
 *
 * <pre>
 *   a writer attempt revision key value    an acknowledged change; the value is - for a deletion
 *   r writer attempt                       a refused one
 *   u writer attempt                       one of which nobody knows; its writer stops
 *   w revision key value                   an event of the watch
 * </pre>
 */
final class Victim {

    static final int ARGUMENTS_PER_STORE = 4;
    /** Of each store: half of them go through keys of their own, half contend for one key. */
    static final int WRITERS = 4;

    private static final int VERSIONS_PER_KEY = 3;
    private static final int KEPT_EVERY = 256;
    private static final int COUNTER_END = 40;
    private static final int COMPACTED_AFTER = 60;
    private static final String COUNTER = "/registry/shared/counter";

    private final Store store;
    private final OutputStream report;
    private final String life;
    private final long compactAt;

    private Victim(Store store, OutputStream report, String life, long compactAt) {
        this.store = store;
        this.report = report;
        this.life = life;
        this.compactAt = compactAt;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Backend backend = Backend.valueOf(arguments[0]);
        Thread last = Thread.currentThread();
        for (int i = 2; i < arguments.length; i += ARGUMENTS_PER_STORE) {
            OpenStore opened = backend.open(arguments[i]);
            var victim = new Victim(opened.store(), new FileOutputStream(arguments[i + 1]), arguments[1],
                    Long.parseLong(arguments[i + 3]));
            last = victim.start(Long.parseLong(arguments[i + 2]));
        }
        try (var output = new FileOutputStream(FileDescriptor.out)) {
            output.write("open\n".getBytes(StandardCharsets.US_ASCII));
        }
        last.join();
    }

    private Thread start(long seen) {
        Backend.patiently(() -> store.watch(new WatchRequest("/registry/", seen), new Reporter()));
        Thread thread = Thread.currentThread();
        for (int i = 0; i < WRITERS; i++) {
            var writer = new Writer(i);
            thread = new Thread(i % 2 == 0 ? writer::walk : writer::contend);
            thread.start();
        }
        return thread;
    }

    private void say(String line) {
        try {
            report.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Reporter implements WatchListener {

        @Override
        public void onEvents(List<StoreEvent> events) {
            var lines = new StringBuilder();
            for (StoreEvent event : events) {
                lines.append(lines.isEmpty() ? "" : "\n").append("w ").append(Ledger.line(event));
            }
            say(lines.toString());
        }

        @Override
        public void onEnd(StoreException why) {
            // What it did not see, that of the next life will.
        }
    }

    private final class Writer {

        private final int number;
        private int attempt;

        Writer(int number) {
            this.number = number;
        }

        /** Creates, changes and deletes keys of its own, a few of which stay. */
        void walk() {
            for (int i = 0;; i++) {
                String key = "/registry/own/" + life + "-" + number + "-" + i;
                long revision = 0;
                for (int version = 0; version < VERSIONS_PER_KEY; version++) {
                    revision = make(key, revision, "v" + version);
                    if (revision <= 0) {
                        return;
                    }
                }
                if (i % KEPT_EVERY != 0 && make(key, revision, null) <= 0) {
                    return;
                }
                if (number == 0 && i == COMPACTED_AFTER && compactAt > 1) {
                    store.compact(compactAt);
                }
            }
        }

        /** Counts up one key with the others, and deletes it now and then. */
        void contend() {
            long made = 0;
            while (made >= 0) {
                try {
                    Optional<StoredValue> now = store.get(COUNTER, 0);
                    long count = now.map(value -> Ledger.count(Ledger.text(value.value()))).orElse(0L);
                    made = make(COUNTER, now.map(StoredValue::modRevision).orElse(0L),
                            count == COUNTER_END ? null : Long.toString(count + 1));
                } catch (StoreException gone) {
                    return;
                }
            }
        }

        /** Returns the revision; 0 when it was refused, -1 when nobody knows. */
        private long make(String key, long expected, @Nullable String text) {
            attempt++;
            String value = text == null ? null : text + "/" + life + "." + number + "." + attempt;
            byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
            try {
                CommitOutcome outcome = store.commit(new Commit(key, expected, bytes)).toCompletableFuture().join();
                if (outcome instanceof Committed committed) {
                    say("a " + number + " " + attempt + " " + committed.revision() + " " + key + " "
                            + (value == null ? "-" : value));
                    return committed.revision();
                }
                say("r " + number + " " + attempt);
                return 0;
            } catch (CompletionException unknown) {
                say("u " + number + " " + attempt);
                return -1;
            }
        }
    }
}
