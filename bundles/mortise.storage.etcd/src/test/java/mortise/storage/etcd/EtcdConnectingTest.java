package mortise.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mortise.core.etcd.EtcdSettings;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.UnknownOutcomeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A slow line to etcd: at the beginning, and while something is written. */
@Timeout(60)
final class EtcdConnectingTest {

    private static final String KEY = "/registry/things/a";

    @TempDir
    Path directory;

    private EtcdProcess etcd;
    private Relay relay;

    @BeforeEach
    void start() {
        etcd = EtcdProcess.start(directory);
        relay = new Relay(etcd);
    }

    @AfterEach
    void stop() {
        if (relay != null) {
            relay.close();
            etcd.close();
        }
    }

    private EtcdStore store(Duration timeout, Duration connectLimit) {
        var plain = EtcdProcess.settings(timeout, relay.address());
        return new EtcdStore(new EtcdSettings(plain.servers(), "", "", "", timeout, connectLimit, 64,
                plain.prefix()), 0);
    }

    private static CompletableFuture<CommitOutcome> write(EtcdStore store, String key) {
        return store.commit(Commit.create(key, key.getBytes(StandardCharsets.UTF_8))).toCompletableFuture();
    }

    @Test
    void whatIsWrittenBeforeALateEtcdAnswersIsWrittenThen() throws Exception {
        relay.holdQuestions();
        EtcdStore store = store(Duration.ofSeconds(30), Duration.ofSeconds(30));
        try {
            var writes = new ArrayList<CompletableFuture<CommitOutcome>>();
            for (int i = 0; i < 20; i++) {
                writes.add(write(store, KEY + i));
            }
            // More than three greetings take, each of which could end the connection.
            assertThat(writes.get(0).copy().completeOnTimeout(null, 4, TimeUnit.SECONDS).get()).isNull();
            assertThat(relay.sent()).as("nothing got to etcd").isZero();
            relay.release();
            for (var write : writes) {
                assertThat(write.get(20, TimeUnit.SECONDS)).isInstanceOf(Committed.class);
            }
        } finally {
            store.close();
        }
    }

    @Test
    void anEtcdThatStaysSilentCountsAsAwayAfterTheLimit() throws Exception {
        relay.holdQuestions();
        EtcdStore store = store(Duration.ofSeconds(20), Duration.ofSeconds(3));
        try {
            long before = System.nanoTime();
            assertThatThrownBy(() -> write(store, KEY).get(20, TimeUnit.SECONDS))
                    .cause().isInstanceOf(StoreAwayException.class)
                    .hasMessage("writing " + KEY + ": etcd does not answer: no answer");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isBetween(
                    Duration.ofSeconds(3), Duration.ofSeconds(12));
            assertThat(catchThrowableOfType(StoreAwayException.class, store::currentRevision)).isNotNull();
            relay.release();
            awaitHere(store);
            assertThat(write(store, KEY).get(10, TimeUnit.SECONDS)).isInstanceOf(Committed.class);
        } finally {
            store.close();
        }
    }

    @Test
    void aRefusalIsToldAtOnceWhateverTheLimit() throws Exception {
        etcd.kill();
        EtcdStore store = new EtcdStore(EtcdProcess.settings(Duration.ofSeconds(20), etcd.address()), 0);
        try {
            long before = System.nanoTime();
            assertThat(catchThrowableOfType(StoreAwayException.class, store::currentRevision))
                    .hasMessageContaining("Connection refused");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(15));
            etcd.start();
            awaitHere(store);
        } finally {
            store.close();
        }
    }

    @Test
    void aWriteWhoseAnswerIsLostIsReadBack() throws Exception {
        EtcdStore store = store(Duration.ofSeconds(2), Duration.ofSeconds(20));
        try {
            long before = store.currentRevision();
            relay.holdAnswers();
            CompletableFuture<CommitOutcome> write = write(store, KEY);
            EtcdStore direct = new EtcdStore(EtcdProcess.settings(Duration.ofSeconds(10), etcd.address()), 0);
            while (direct.get(KEY, 0).isEmpty()) {
                Thread.onSpinWait();
            }
            direct.close();
            relay.cut();
            assertThat(write.get(10, TimeUnit.SECONDS)).isEqualTo(new Committed(before + 1));
        } finally {
            store.close();
        }
    }

    @Test
    void aWriteOfWhichNothingIsHeardHasAnUnknownOutcome() throws Exception {
        EtcdStore store = store(Duration.ofSeconds(2), Duration.ofSeconds(20));
        try {
            store.currentRevision();
            relay.holdQuestions();
            assertThatThrownBy(() -> write(store, KEY).get(20, TimeUnit.SECONDS))
                    .cause().isInstanceOf(UnknownOutcomeException.class);
            relay.cut();
            awaitHere(store);
            store.get(KEY, 0).ifPresent(value -> assertThat(value.value()).asString().isEqualTo(KEY));
        } finally {
            store.close();
        }
    }

    private static void awaitHere(EtcdStore store) {
        while (catchThrowableOfType(StoreAwayException.class, store::currentRevision) != null) {
            Thread.onSpinWait();
        }
    }
}
