package mortise.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mortise.itests.crash.ServerLedger.Figures;

/**
 * Lives and deaths of one server, with clients. After each restart everything is compared, before the clients go on.
 * One thread.
 */
final class ServerCampaign {

    private static final int WRITERS = 4;
    private static final int ACKNOWLEDGED_MAX = 60;
    private static final long LIFE_SECONDS_MAX = 60;
    private static final long END_MILLIS_MAX = 60_000;
    /** One of so many is killed while it starts. */
    private static final int EARLY_EVERY = 3;
    /** One of so many is asked to end. */
    private static final int ASKED_EVERY = 10;
    private static final int LIVES_PER_DATA = 25;
    private static final int EXTRA_MICROS_MAX = 2_000;
    private static final String END = HttpWriter.PREFIX + "end";

    private final TestedServer server;
    private final Accident accident;
    private final Random random;
    private final String what;
    private final List<HttpWatcher> watchers = new ArrayList<>();
    private final List<Listing> listings = new ArrayList<>();
    /** The last change of each resource that a comparison has made. */
    private final Map<String, Long> marks = new HashMap<>();
    private volatile ServerLedger ledger;
    private volatile Figures before = Figures.NONE;
    private long startNanos = TimeUnit.SECONDS.toNanos(2);
    private int livesOfData;
    private volatile int killed;
    private volatile int killedEarly;
    private volatile int asked;

    /** What may happen to others while the server has clients, before it is killed. */
    interface Accident {

        /**
         * Happens, or does not.
         *
         * @param more waits until clients have had more acknowledged
         */
        void happen(Runnable more) throws IOException, InterruptedException;

        /** Brings back what the accident has taken away. The server does not run. */
        default void mend() throws IOException, InterruptedException {
            // It has taken nothing away.
        }
    }

    ServerCampaign(TestedServer server, Accident accident, Random random, String what) {
        this.server = server;
        this.accident = accident;
        this.random = random;
        this.what = what;
        this.ledger = new ServerLedger(what);
    }

    /** Starts the server, and ends it in one of the ways. */
    void live() throws IOException, InterruptedException {
        if (livesOfData == LIVES_PER_DATA) {
            nextData();
        }
        livesOfData++;
        long begin = System.nanoTime();
        server.start();
        if (random.nextInt(EARLY_EVERY) == 0) {
            pause((long) (random.nextDouble() * startNanos));
            killedEarly++;
            killed++;
            server.kill();
            return;
        }
        ApiClient client = server.awaitReady();
        startNanos = System.nanoTime() - begin;
        compare(client);
        work(client);
    }

    /** Starts the server once more, compares, and has all watches see everything. */
    void end() throws IOException, InterruptedException {
        server.start();
        ApiClient client = server.awaitReady();
        compare(client);
        for (HttpWatcher watcher : watchers) {
            watcher.followUpTo(client, marks.getOrDefault(watcher.resource(), 0L));
        }
        compare(client);
        server.stop();
    }

    private void nextData() throws IOException, InterruptedException {
        end();
        server.clear();
        before = before.plus(ledger.figures());
        ledger = new ServerLedger(what + ", life " + killed);
        watchers.clear();
        marks.clear();
        livesOfData = 0;
    }

    private void work(ApiClient client) throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        var enough = new CountDownLatch(1 + random.nextInt(ACKNOWLEDGED_MAX));
        var more = new CountDownLatch((int) enough.getCount() + 1 + random.nextInt(ACKNOWLEDGED_MAX));
        Runnable acknowledged = () -> {
            enough.countDown();
            more.countDown();
        };
        for (int i = 0; i < WRITERS; i++) {
            threads.add(new Thread(new HttpWriter(client, ledger, i, new Random(random.nextLong()), acknowledged)));
        }
        watchers.forEach(watcher -> threads.add(new Thread(() -> watcher.followUntilGone(client))));
        HttpReader reader = new HttpReader(client, new Random(random.nextLong()));
        threads.add(new Thread(reader));
        threads.forEach(Thread::start);
        await(enough);
        pause(TimeUnit.MICROSECONDS.toNanos(random.nextInt(EXTRA_MICROS_MAX)));
        accident.happen(() -> await(more));
        if (random.nextInt(ASKED_EVERY) == 0) {
            asked++;
            server.stop();
        } else {
            killed++;
            server.kill();
        }
        accident.mend();
        for (Thread thread : threads) {
            thread.join(END_MILLIS_MAX);
            assertThat(thread.isAlive()).as("%s: a client of a server that is gone goes on", what).isFalse();
        }
        listings.addAll(reader.listings());
    }

    private void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIFE_SECONDS_MAX, TimeUnit.SECONDS)).as("%s: writes are acknowledged; life %d", what,
                    killed).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Compares all that clients have seen with what the server says now. */
    private void compare(ApiClient client) throws IOException {
        if (watchers.isEmpty()) {
            begin(client);
            return;
        }
        HttpWriter marker = new HttpWriter(client, ledger, WRITERS, random, () -> { });
        List<ObjectEvent> told = new ArrayList<>();
        long end = 0;
        for (String resource : HttpWriter.RESOURCES) {
            end = mark(marker, resource);
            marks.put(resource, end);
            var auditor = new HttpWatcher(what + ", auditor", resource, HttpWatcher.AUDIT, ledger.checked());
            auditor.followUpTo(client, end);
            told.addAll(auditor.seen().events());
        }
        for (String resource : HttpWriter.RESOURCES) {
            for (String version : List.of("", "?resourceVersion=0", "?resourceVersion=" + end)) {
                Listing listing = client.get(ApiClient.path(resource) + version).listing(resource);
                assertThat(listing.revision()).as("%s: the revision of a list of %s%s", what, resource, version)
                        .isGreaterThanOrEqualTo(version.endsWith("=0") ? 0 : end);
                listings.add(listing);
            }
        }
        // Nobody writes now, but lists may be of a revision that others, with other objects, have reached.
        long upTo = Math.max(end, client.get(ApiClient.path("configmaps")).revision());
        ledger.compare(told, watchers.stream().map(HttpWatcher::seen).toList(), listings, upTo);
        listings.clear();
    }

    private void begin(ApiClient client) throws IOException {
        List<Listing> all = new ArrayList<>();
        for (String resource : HttpWriter.RESOURCES) {
            all.add(client.get(ApiClient.path(resource)).listing(resource));
        }
        ledger.base(all);
        for (String resource : HttpWriter.RESOURCES) {
            long from = ledger.checked();
            watchers.add(new HttpWatcher("watcher of " + resource, resource, "", from));
            watchers.add(new HttpWatcher("restless watcher of " + resource, resource,
                    HttpWatcher.RESTLESS + "&allowWatchBookmarks=true", from));
        }
    }

    /** Makes a change that is acknowledged, and returns its revision. */
    private static long mark(HttpWriter marker, String resource) throws IOException {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(LIFE_SECONDS_MAX)) {
            long revision = marker.patch(resource, END + "-0", 0);
            if (revision == 0) {
                revision = marker.create(resource, END, END + "-0");
            }
            if (revision != 0) {
                return revision;
            }
        }
        throw new IOException("no change of " + resource + " is acknowledged after a restart");
    }

    private static void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    int killed() {
        return killed;
    }

    int killedEarly() {
        return killedEarly;
    }

    int asked() {
        return asked;
    }

    Figures figures() {
        return before.plus(ledger.figures());
    }
}
