package mortise.itests.dynamics;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Clients with a certificate that read without a pause and remember every answer that was not 200. */
final class SteadyLoad implements AutoCloseable {

    private static final int CLIENTS = 3;

    private final List<Thread> threads = new ArrayList<>();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong requests = new AtomicLong();
    private volatile boolean running = true;

    SteadyLoad(String server) throws IOException {
        for (int i = 0; i < CLIENTS; i++) {
            var client = ApiClient.withCertificate(server, ServerInContainer.authority(),
                    Files.readString(ServerInContainer.work().resolve("pki/alice.crt")),
                    Files.readString(ServerInContainer.work().resolve("pki/alice.key")));
            var thread = new Thread(() -> read(client), "load-" + i);
            thread.start();
            threads.add(thread);
        }
    }

    private void read(ApiClient client) {
        while (running) {
            try {
                var answer = client.get("/api/v1/namespaces/default");
                if (answer.statusCode() != 200) {
                    failures.add(answer.statusCode() + " " + answer.body());
                }
            } catch (RuntimeException e) {
                failures.add(e.toString());
            }
            requests.incrementAndGet();
        }
    }

    void stopAndCheck() throws InterruptedException {
        close();
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue("there was load", requests.get() > CLIENTS);
        assertEquals("failed requests of " + requests, List.of(), List.copyOf(failures));
    }

    @Override
    public void close() {
        running = false;
    }
}
