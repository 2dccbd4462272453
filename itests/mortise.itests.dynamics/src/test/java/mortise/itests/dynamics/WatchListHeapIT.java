package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

/** Initial events are sent item by item: a heap of twice the objects is enough for many streams, slow ones too. */
public class WatchListHeapIT {

    private static final int OBJECTS = Integer.getInteger("streamed.objects", 5_000);
    private static final int FILLER_BYTES = OBJECTS > 20_000 ? 900 : 4_500;
    /** What the server needs besides, and what an object needs beyond its filler. */
    private static final long BASE_MB = 128;
    private static final long OBJECT_BYTES = 1_500;
    private static final int WRITERS = 8;
    private static final int READERS = 12;
    /** Kept as a whole, the events of these alone would fill the heap. */
    private static final int SLOW_READERS = 8;
    private static final int SLOW_AFTER = 100;
    private static final String PATH = "/api/v1/namespaces/default/configmaps";
    private static final String WATCH = PATH + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
            + "&allowWatchBookmarks=true&timeoutSeconds=900";

    @Test
    public void manyStreamsOfInitialEventsFitAHeapOfTwiceTheObjects() throws Exception {
        Path work = RestartAfterKillIT.newWorkFolder();
        ExecutorService pool = Executors.newFixedThreadPool(READERS);
        long heapMb = BASE_MB + 2 * OBJECTS * (FILLER_BYTES + OBJECT_BYTES) / (1 << 20);
        try (ServerProcess server = ServerProcess.startInHeap("-Xmx" + heapMb + "m", work, "--secure-port=0",
                "--token-auth-file=" + work.resolve("tokens.csv"))) {
            var admin = new ApiClient(server.awaitAddress(), work.resolve("data/pki/ca.crt"), "admin-token");
            fill(admin, pool);
            for (int seen : read(admin, pool)) {
                assertEquals(OBJECTS, seen);
            }
            assertEquals(200, admin.get("/readyz").statusCode());
            assertFalse(server.log(), server.log().contains("OutOfMemoryError"));
        } finally {
            pool.shutdownNow();
        }
    }

    private static void fill(ApiClient admin, ExecutorService pool) throws Exception {
        var next = new AtomicInteger();
        var filler = "x".repeat(FILLER_BYTES);
        List<Callable<Integer>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(() -> {
                int failed = 0;
                for (int n = next.getAndIncrement(); n < OBJECTS; n = next.getAndIncrement()) {
                    failed += admin.post(PATH, "{\"metadata\":{\"name\":\"c-" + n + "\"},\"data\":{\"filler\":\""
                            + filler + "\"}}").statusCode() == 201 ? 0 : 1;
                }
                return failed;
            });
        }
        for (Future<Integer> writer : pool.invokeAll(writers)) {
            assertEquals("refused objects", 0, writer.get().intValue());
        }
    }

    /** Returns how many objects each reader saw. Slow ones stop near the beginning until all others have finished. */
    private static List<Integer> read(ApiClient admin, ExecutorService pool) throws Exception {
        var quickOnes = new CountDownLatch(READERS - SLOW_READERS);
        List<Future<Integer>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            boolean slow = i < SLOW_READERS;
            readers.add(pool.submit(() -> {
                try (var events = new BufferedReader(
                        new InputStreamReader(admin.open(WATCH), StandardCharsets.UTF_8))) {
                    return count(events, slow ? quickOnes : new CountDownLatch(0));
                } finally {
                    if (!slow) {
                        quickOnes.countDown();
                    }
                }
            }));
        }
        List<Integer> counts = new ArrayList<>();
        for (Future<Integer> reader : readers) {
            counts.add(reader.get());
        }
        return counts;
    }

    private static int count(BufferedReader events, CountDownLatch waitFor) throws IOException, InterruptedException {
        int found = 0;
        String line = events.readLine();
        while (line != null && !line.contains("k8s.io/initial-events-end")) {
            // Others are the server's own.
            found += line.startsWith("{\"type\":\"ADDED\"") && line.contains("\"name\":\"c-") ? 1 : 0;
            if (found == SLOW_AFTER && !waitFor.await(5, TimeUnit.MINUTES)) {
                throw new IOException("the others take too long");
            }
            line = events.readLine();
        }
        return line == null ? -1 : found;
    }
}
