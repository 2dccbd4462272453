package mortise.ops.audit.webhook;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import mortise.core.audit.AuditText;
import mortise.core.kubeconfig.CallResult;
import mortise.core.kubeconfig.CallResult.Answered;
import mortise.core.kubeconfig.CallResult.Failed;
import mortise.core.kubeconfig.CallResult.Reason;
import mortise.core.kubeconfig.KubeconfigClient;

/** Sends events to the server, again when it did not take them. Any thread; blocks it. */
final class Delivery implements AutoCloseable {

    /** How often events are sent, at most. */
    static final int ATTEMPTS_MAX = 5;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final double GROWTH = 1.5;
    private static final double JITTER = 0.2;
    private static final byte[] HEAD = ("{\"kind\":\"EventList\",\"apiVersion\":\"" + AuditText.VERSION
            + "\",\"metadata\":{},\"items\":[").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TAIL = "]}\n".getBytes(StandardCharsets.US_ASCII);

    private final KubeconfigClient client;
    private final Duration firstPause;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Takes the pause before the second attempt; later ones grow. */
    Delivery(KubeconfigClient client, Duration firstPause) {
        this.client = client;
        this.firstPause = firstPause;
    }

    /**
     * Sends an {@code EventList}.
     *
     * @return an empty text when the server has taken it; otherwise what was wrong the last time
     */
    String send(List<byte[]> items) {
        byte[] body = list(items);
        double pauseNanos = firstPause.toNanos();
        for (int attempt = 1;; attempt++) {
            CallResult result = client.post("", body, PATIENCE);
            String problem = problem(result);
            boolean over = problem.isEmpty() || attempt == ATTEMPTS_MAX
                    || result instanceof Failed failed && failed.reason() == Reason.CANCELLED;
            if (over || !pause((long) (pauseNanos * (1 + JITTER * ThreadLocalRandom.current().nextDouble())))) {
                return problem;
            }
            pauseNanos *= GROWTH;
        }
    }

    private static byte[] list(List<byte[]> items) {
        var list = new ByteArrayOutputStream(
                HEAD.length + TAIL.length + items.stream().mapToInt(item -> item.length + 1).sum());
        list.writeBytes(HEAD);
        for (int i = 0; i < items.size(); i++) {
            if (i > 0) {
                list.write(',');
            }
            list.writeBytes(items.get(i));
        }
        list.writeBytes(TAIL);
        return list.toByteArray();
    }

    private String problem(CallResult result) {
        if (result instanceof Failed failed) {
            return failed.message();
        }
        Answered answered = (Answered) result;
        return answered.ok() ? "" : client.server() + ": it answers with status " + answered.status();
    }

    /** Waits, and says whether there is to be another attempt then. */
    private boolean pause(long nanos) {
        try {
            return !closed.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets nothing be sent again that is not taken now. */
    void hurry() {
        closed.countDown();
    }

    @Override
    public void close() {
        hurry();
        client.close();
    }
}
