package mortise.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoreWatch;
import mortise.spi.storage.UnknownOutcomeException;
import mortise.spi.storage.WatchRequest;
import mortise.storage.rocksdb.tools.RocksData;
import mortise.tck.storage.WatchRecorder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: on a full disk writing fails with a word about it, reading goes on, nothing acknowledged is lost, and once
 * there is room the store writes again, by itself or after it was opened again. Method: a small file system in memory,
 * which only root can mount.
 */
final class FullDiskTest {

    private static final int DISK_MEBIBYTES = 64;
    private static final int BALLAST_BYTES = 48 << 20;
    private static final int VALUE_BYTES = 100_000;
    private static final int COMMITS_MAX = DISK_MEBIBYTES * 20;

    @TempDir
    Path temporary;

    private Path disk;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        disk = Files.createDirectory(temporary.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + DISK_MEBIBYTES + "m", "tmpfs", disk.toString()),
            "skipped: a small file system can be mounted by root on Linux only");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        run("umount", disk.toString());
    }

    @Test
    void aFullDiskStopsWritesOnlyAndLosesNothing() throws IOException {
        Path ballast = Files.write(disk.resolve("ballast"), new byte[BALLAST_BYTES]);
        Path data = disk.resolve("data");
        List<Long> revisions = new ArrayList<>();
        RocksStore store = open(data, Clock.systemUTC());
        Throwable first = writeUntilItFails(store, revisions);
        assertThat(first).isInstanceOf(UnknownOutcomeException.class).hasMessageContaining("No space left");
        assertThat(failure(store, "/registry/things/refused")).isExactlyInstanceOf(StoreException.class)
            .hasMessageContaining("takes no commits since a write failed").hasMessageContaining("No space left");
        assertIsThere(store, revisions);
        store.close();

        Files.delete(ballast);
        try (StoreSource source = new RocksData(data).read()) {
            List<String> problems = new ArrayList<>();
            source.check(problems::add);
            assertThat(problems).isEmpty();
        }
        RocksStore again = open(data, Clock.systemUTC());
        try {
            assertIsThere(again, revisions);
            assertThat(again.currentRevision()).as("revision: the failed commit may be there, nothing else")
                .isBetween(revisions.get(revisions.size() - 1), revisions.get(revisions.size() - 1) + 1);
            assertThat(commit(again, "/registry/things/after")).isGreaterThan(revisions.get(revisions.size() - 1));
        } finally {
            again.close();
        }
    }

    @Test
    void onceThereIsRoomTheStoreGoesOnByItself() throws IOException, InterruptedException {
        Path ballast = Files.write(disk.resolve("ballast"), new byte[BALLAST_BYTES]);
        Path data = disk.resolve("data");
        List<Long> revisions = new ArrayList<>();
        var clock = new SettableClock();
        var watched = new WatchRecorder();
        RocksStore store = open(data, clock);
        try (StoreWatch watch = store.watch(new WatchRequest("", 1), watched)) {
            assertThat(writeUntilItFails(store, revisions)).isInstanceOf(UnknownOutcomeException.class);
            clock.advance(Duration.ofSeconds(10));
            assertThat(failure(store, "/registry/things/refused")).hasMessageContaining("until the disk has room");
            assertIsThere(store, revisions);

            Files.delete(ballast);
            clock.advance(Duration.ofSeconds(10));
            revisions.add(commit(store, "/registry/things/" + revisions.size() + "-after"));

            long last = revisions.remove(revisions.size() - 1);
            assertIsThere(store, revisions);
            assertThat(last).isEqualTo(store.currentRevision());
            assertThat(watch.awaitDelivered(last, Duration.ofSeconds(20))).isTrue();
            assertThat(watched.events()).extracting(StoreEvent::revision)
                .containsExactlyElementsOf(LongStream.rangeClosed(2, last).boxed().toList());
        } finally {
            store.close();
        }
        try (StoreSource source = new RocksData(data).read()) {
            List<String> problems = new ArrayList<>();
            source.check(problems::add);
            assertThat(problems).isEmpty();
        }
    }

    private static Throwable writeUntilItFails(RocksStore store, List<Long> revisions) {
        for (int i = 0; i < COMMITS_MAX; i++) {
            try {
                revisions.add(commit(store, "/registry/things/" + i));
            } catch (CompletionException e) {
                return e.getCause();
            }
        }
        throw new AssertionError("the disk does not get full");
    }

    private static Throwable failure(RocksStore store, String key) {
        try {
            throw new AssertionError("made at " + commit(store, key));
        } catch (CompletionException e) {
            return e.getCause();
        }
    }

    private static void assertIsThere(RocksStore store, List<Long> revisions) {
        for (int i = 0; i < revisions.size(); i++) {
            assertThat(store.get("/registry/things/" + i, 0).orElseThrow().modRevision()).isEqualTo(revisions.get(i));
        }
    }

    private static long commit(RocksStore store, String key) {
        return ((Committed) store.commit(Commit.create(key, new byte[VALUE_BYTES])).toCompletableFuture().join())
            .revision();
    }

    private static RocksStore open(Path directory, Clock clock) {
        return new RocksStore(TestSettings.in(directory), clock, step -> { });
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        }
    }
}
