package mortise.tck.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.RangeRequest;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.WatchRequest;

/** What the topics share: short names for the operations, with a deadline on everything that may hang. */
abstract class StoreTopic {

    static final Duration DEADLINE = Duration.ofSeconds(20);
    static final String PREFIX = "/registry/things/";

    final StoreContract contract;

    StoreTopic(StoreContract contract) {
        this.contract = contract;
    }

    final Store store() {
        return contract.store();
    }

    final long create(String key, String text) {
        return committed(Commit.create(key, bytes(text)));
    }

    final long replace(String key, long modRevision, String text) {
        return committed(Commit.replace(key, modRevision, bytes(text)));
    }

    final long delete(String key, long modRevision) {
        return committed(Commit.delete(key, modRevision));
    }

    final long committed(Commit commit) {
        CommitOutcome outcome = commit(commit);
        assertThat(outcome).as("outcome of %s", commit.key()).isInstanceOf(Committed.class);
        return ((Committed) outcome).revision();
    }

    final CommitOutcome commit(Commit commit) {
        return await(store().commit(commit));
    }

    final String get(String key, long revision) {
        return store().get(key, revision).map(StoreModel::describe).orElse("nothing");
    }

    final List<String> list(long revision) {
        return StoreModel.describe(store().range(RangeRequest.ofPrefix(PREFIX).atRevision(revision)).values());
    }

    final StoreWatch watch(String prefix, long afterRevision, WatchRecorder recorder) {
        return store().watch(new WatchRequest(prefix, afterRevision), recorder);
    }

    static void awaitDelivered(StoreWatch watch, long revision) {
        try {
            assertThat(watch.awaitDelivered(revision, DEADLINE)).as("delivered up to %d", revision).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    /** Waits for the outcome; a {@link StoreException} of the stage is thrown as it is. */
    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreException failure) {
                throw failure;
            }
            throw new AssertionError("failed with something else than a StoreException", e.getCause());
        } catch (TimeoutException | InterruptedException e) {
            throw new AssertionError("no outcome within " + DEADLINE, e);
        }
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
