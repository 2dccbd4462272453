package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.Test;

/** Sixteen whole lists at a time of 10 000 pods, about 50 MB each, fit a heap of 512 MB in every form. */
public class ParallelListsIT {

    private static final int PODS = 10_000;
    private static final int WRITERS = 8;
    private static final int READERS = 16;
    private static final int SLOW_READERS = 4;
    private static final int SLOW_BYTES = 1024 * 1024;
    private static final String PATH = "/api/v1/namespaces/default/pods";
    private static final String TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";
    /** Stands in each pod once, whatever it is written in. */
    private static final byte[] MARK = "@one-pod@".getBytes(StandardCharsets.US_ASCII);
    private static final List<String> FORMS = List.of("application/json", "application/yaml", "application/cbor",
            TABLE, "application/vnd.kubernetes.protobuf");

    @Test
    public void sixteenListsAtATimeFitTheHeap() throws Exception {
        Path work = RestartAfterKillIT.newWorkFolder();
        ExecutorService pool = Executors.newFixedThreadPool(READERS);
        try (ServerProcess server = ServerProcess.startInHeap("-Xmx512m", work, "--secure-port=0",
                "--token-auth-file=" + work.resolve("tokens.csv"),
                "--feature-gates=CBORServingAndStorage=true")) {
            var admin = new ApiClient(server.awaitAddress(), work.resolve("data/pki/ca.crt"), "admin-token");
            fill(admin, pool);
            for (String form : FORMS) {
                assertEquals(form, List.copyOf(Collections.nCopies(READERS, PODS)), read(admin, pool, form));
            }
            assertEquals(200, admin.get("/readyz").statusCode());
            assertFalse(server.log(), server.log().contains("OutOfMemoryError"));
        } finally {
            pool.shutdownNow();
        }
    }

    private static void fill(ApiClient admin, ExecutorService pool) throws Exception {
        admin.post("/api/v1/namespaces/default/serviceaccounts",
                "{\"metadata\":{\"name\":\"default\"},\"automountServiceAccountToken\":false}");
        var next = new AtomicInteger();
        var filler = "x".repeat(4500);
        List<Callable<Integer>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            writers.add(() -> {
                int failed = 0;
                for (int n = next.getAndIncrement(); n < PODS; n = next.getAndIncrement()) {
                    failed += admin.post(PATH, pod(n, filler)).statusCode() == 201 ? 0 : 1;
                }
                return failed;
            });
        }
        for (Future<Integer> writer : pool.invokeAll(writers)) {
            assertEquals("refused pods", 0, writer.get().intValue());
        }
    }

    private static String pod(int n, String filler) {
        return "{\"metadata\":{\"name\":\"p-" + n + "\",\"annotations\":{\"mark\":\"@one-pod@\",\"filler\":\"" + filler
                + "\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";
    }

    /** Returns how many pods each reader saw. Slow ones stop in the middle until all others have finished. */
    private static List<Integer> read(ApiClient admin, ExecutorService pool, String form) throws Exception {
        var quickOnes = new CountDownLatch(READERS - SLOW_READERS);
        List<Future<Integer>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            boolean slow = i < SLOW_READERS;
            readers.add(pool.submit(() -> {
                try (InputStream body = admin.open(PATH, "Accept", form)) {
                    return slow ? count(body, quickOnes) : count(body, new CountDownLatch(0));
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

    private static int count(InputStream body, CountDownLatch waitFor) throws IOException, InterruptedException {
        byte[] bytes = new byte[64 * 1024];
        int found = 0;
        int matched = 0;
        long total = 0;
        for (int read = body.read(bytes); read >= 0; read = body.read(bytes)) {
            for (int i = 0; i < read; i++) {
                // Its first byte stands only at its ends, so a mismatch begins anew or with this byte.
                matched = bytes[i] == MARK[matched] ? matched + 1 : bytes[i] == MARK[0] ? 1 : 0;
                if (matched == MARK.length) {
                    found++;
                    matched = 0;
                }
            }
            total += read;
            if (total > SLOW_BYTES && !waitFor.await(1, TimeUnit.MINUTES)) {
                throw new IOException("the others take too long");
            }
        }
        return found;
    }
}
