package mortise.tck.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditSink;
import org.junit.jupiter.api.Test;

/** What every {@link AuditSink} has to do. A bundle extends this class and says how to see what came through. */
public abstract class AuditSinkContract {

    private static final Duration PROMPT = Duration.ofSeconds(2);
    private static final int ROUNDS = 25;
    private static final int THREADS = 8;

    /** Returns a sink that works; one for each test. */
    protected abstract AuditSink sink();

    /** Ends the sink and returns the names of the requests of all events that came through, in any order. */
    protected abstract List<String> ended() throws Exception;

    @Test
    void everyEventComesThroughOnce() throws Exception {
        AuditSink sink = sink();
        for (AuditEvent event : List.of(AuditEvents.small("a"), AuditEvents.full("b"))) {
            assertThat(Calls.within(PROMPT, () -> sink.record(event))).isTrue();
        }
        assertThat(ended()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void manyThreadsMayRecordAtOnce() throws Exception {
        AuditSink sink = sink();
        var next = new AtomicInteger();
        Calls.together(ROUNDS, () -> sink.record(AuditEvents.full("id-" + next.getAndIncrement())));
        var expected = new ArrayList<String>();
        for (int i = 0; i < ROUNDS * THREADS; i++) {
            expected.add("id-" + i);
        }
        assertThat(ended()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
