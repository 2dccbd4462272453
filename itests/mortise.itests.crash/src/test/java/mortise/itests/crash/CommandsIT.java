package mortise.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import mortise.itests.crash.Listing.Live;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: {@code mortise verify}, {@code backup}, {@code restore} and {@code migrate} do with the data of a server what
 * docs/backup.md says. Method: a server is filled, saved while clients write, and killed; the commands run as processes
 * on what it leaves, and servers that are started on what they make are compared with what its clients were told.
 */
final class CommandsIT {

    private static final int WRITERS = 4;
    private static final int FILLED = 300;
    private static final String LOG_RECORD = "\\d{4}-\\d\\d-\\d\\dT.*";
    private static final String NOT_DONE = "mortise: ";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path work;

    private static LeanDistribution distribution;
    private static ServerProcess server;
    private static Path backup;
    private static ToolProcess saved;
    /** Everything that happened, in order of the revisions. */
    private static final TreeMap<Long, ObjectEvent> HISTORY = new TreeMap<>();

    @BeforeAll
    static void aServerIsFilledAndSavedWhileItIsWrittenAndKilled() throws Exception {
        distribution = LeanDistribution.in(Files.createDirectories(work.resolve("distribution")));
        server = new ServerProcess(distribution, work.resolve("server"), ServerKillRun.JAVA_OPTIONS,
                cleared -> List.of());
        backup = work.resolve("backup");
        server.start();
        try {
            ApiClient client = server.awaitReady();
            long from = client.get(ApiClient.path("secrets")).revision();
            var ledger = new ServerLedger("filling");
            var filled = new CountDownLatch(FILLED);
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(new Thread(new HttpWriter(client, ledger, i, new Random(i), filled::countDown)));
            }
            writers.forEach(Thread::start);
            assertThat(filled.await(1, TimeUnit.MINUTES)).isTrue();
            saved = run("backup", "--data-dir=" + server.data(), "--backup-dir=" + backup);
            for (Thread writer : writers) {
                writer.interrupt();
                writer.join();
            }
            var marker = new HttpWriter(client, ledger, WRITERS, new Random(0), () -> { });
            for (String resource : HttpWriter.RESOURCES) {
                long end = marker.create(resource, "crash-end", "crash-end-0");
                var watcher = new HttpWatcher("watcher", resource, HttpWatcher.AUDIT, from);
                watcher.followUpTo(client, end);
                watcher.seen().events().forEach(event -> HISTORY.put(event.revision(), event));
            }
        } finally {
            server.kill();
        }
    }

    @Test
    void whatWasSavedWhileClientsWroteIsTheStateAtItsRevision() throws Exception {
        assertThat(saved.errors()).isEmpty();
        assertThat(saved.code()).as("%s", saved).isZero();
        String first = saved.out().get(0);
        long revision = Long.parseLong(first.substring(first.lastIndexOf(' ') + 1));
        assertThat(HISTORY.firstKey()).as("saved in the midst of changes, at").isLessThan(revision);
        assertThat(HISTORY.lastKey()).as("saved in the midst of changes, at").isGreaterThan(revision);

        Path restored = work.resolve("restored/data-0");
        ToolProcess restore = run("restore", "--data-dir=" + restored, "--backup-dir=" + backup);
        assertThat(restore.code()).as("%s", restore).isZero();
        compareWithServer("restored", List.of(), revision, revision + 1_000_000_000);
    }

    @Test
    void whatAKilledServerLeftIsWholeAndMovesToEtcdAndBack() throws Exception {
        Path data = server.data();
        ToolProcess verify = run("verify", "--data-dir=" + data);
        assertThat(verify.code()).as("%s", verify).isZero();
        assertThat(verify.out()).as("%s", verify).contains("no problem found");
        assumeTrue(EtcdMember.installed(), "skipped: there is no etcd on the path");
        Map<String, StoredObject> before = StoredObject.all(Backend.ROCKSDB, data.toString());
        try (EtcdMember etcd = EtcdMember.start(Files.createDirectories(work.resolve("member")))) {
            String[] there = {"migrate", "--from=rocksdb", "--to=etcd", "--data-dir=" + data,
                "--etcd-servers=" + etcd.address()};
            ToolProcess migrate = run(there);
            assertThat(migrate.code()).as("%s", migrate).isZero();
            assertThat(migrate.out()).contains(before.size() + " of " + before.size() + " values copied");
            Map<String, StoredObject> moved = StoredObject.all(Backend.ETCD, etcd.address());
            assertThat(StoredObject.texts(moved)).as("what is in etcd").isEqualTo(StoredObject.texts(before));
            refused(run(there), "there is data in etcd at");

            List<String> flags = List.of("--storage-backend=etcd", "--etcd-servers=" + etcd.address());
            compareWithServer("on-etcd", flags, 0, HISTORY.lastKey());
            moved = StoredObject.all(Backend.ETCD, etcd.address());
            Path back = work.resolve("back/data-0");
            ToolProcess returned = run("migrate", "--from=etcd", "--to=rocksdb", "--data-dir=" + back,
                    "--etcd-servers=" + etcd.address());
            assertThat(returned.code()).as("%s", returned).isZero();
            assertThat(StoredObject.all(Backend.ROCKSDB, back.toString())).as("values and revisions")
                    .isEqualTo(moved);
        }
        compareWithServer("back", List.of(), 0, HISTORY.lastKey());
    }

    /**
     * Starts a server on data, and compares its lists with the history.
     *
     * @param at the revision of the state that it should have, whose objects keep their revisions; 0 for the last, with
     *     revisions that may be others
     * @param least the revision that it has reached
     */
    private static void compareWithServer(String name, List<String> flags, long at, long least) throws Exception {
        var copy = new ServerProcess(distribution, work.resolve(name), ServerKillRun.JAVA_OPTIONS,
                cleared -> flags);
        copy.start();
        try {
            ApiClient client = copy.awaitReady();
            for (String resource : HttpWriter.RESOURCES) {
                Listing listing = client.get(ApiClient.path(resource)).listing(resource);
                Map<String, Live> expected = state(resource, at == 0 ? HISTORY.lastKey() : at);
                assertThat(at == 0 ? withoutRevisions(listing.objects()) : listing.objects())
                        .as("%s of the server %s", resource, name)
                        .isEqualTo(at == 0 ? withoutRevisions(expected) : expected);
                assertThat(listing.revision()).as("revision of the server %s", name).isGreaterThanOrEqualTo(least);
            }
            if (at != 0) {
                ApiAnswer old = client.send("GET", ApiClient.path("secrets") + "?watch=true&timeoutSeconds=1"
                        + "&resourceVersion=" + at, null);
                assertThat(old.status() + " " + old.body()).as("a watch at revision %d", at).contains("410");
            }
        } finally {
            copy.kill();
        }
    }

    private static Map<String, Live> withoutRevisions(Map<String, Live> objects) {
        Map<String, Live> others = new TreeMap<>();
        objects.forEach((name, live) -> others.put(name, new Live(live.uid(), 0, live.data())));
        return others;
    }

    private static Map<String, Live> state(String resource, long revision) {
        Map<String, Live> state = new TreeMap<>();
        HISTORY.headMap(revision, true).values().stream().filter(event -> event.resource().equals(resource))
                .forEach(event -> {
                    if (event.type().equals("DELETED")) {
                        state.remove(event.name());
                    } else {
                        state.put(event.name(), new Live(event.uid(), event.revision(), event.data()));
                    }
                });
        return state;
    }

    @Test
    void wrongFlagsAreSaidInOneLine() throws Exception {
        String data = "--data-dir=" + work.resolve("nothing");
        String target = "--backup-dir=" + work.resolve("no-backup");
        List<CompletableFuture<Void>> ends = Stream.of(
                new String[] {"--no-such-flag", "verify", data, "--no-such-flag=1"},
                new String[] {"there is no store in", "verify", data},
                new String[] {"--backup-dir", "backup", data},
                new String[] {"there is no backup in", "restore", data, target},
                new String[] {"two different backends", "migrate", data, "--from=rocksdb", "--to=rocksdb"})
                .map(line -> CompletableFuture.runAsync(() -> refusedToRun(line))).toList();
        ends.forEach(CompletableFuture::join);
        assertThat(work.resolve("nothing/store")).doesNotExist();
        assertThat(work.resolve("no-backup")).doesNotExist();
    }

    private static void refusedToRun(String[] whyAndLine) {
        try {
            refused(run(Arrays.copyOfRange(whyAndLine, 1, whyAndLine.length)), whyAndLine[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void damageIsFoundAndNamed() throws Exception {
        Path data = Files.createDirectories(work.resolve("damaged"));
        copy(server.data().resolve("store"), data.resolve("store"));
        Path log;
        try (Stream<Path> files = Files.list(data.resolve("store"))) {
            log = files.filter(file -> file.toString().endsWith(".log")).max(Comparator.comparing(CommandsIT::size))
                    .orElseThrow();
        }
        flip(log);
        ToolProcess verify = run("verify", "--data-dir=" + data);
        assertThat(verify.code()).as("%s", verify).isNotZero();
        assertThat(String.join("\n", verify.out()) + verify.errors()).contains(log.getFileName() + " is damaged");

        Path broken = work.resolve("broken-backup");
        copy(backup, broken);
        flip(broken.resolve("values.gz"));
        refused(run("restore", "--data-dir=" + data, "--backup-dir=" + backup),
                "there is a store in " + data + " already");
        refused(run("restore", "--data-dir=" + work.resolve("nowhere"), "--backup-dir=" + broken),
                "values.gz is damaged");
        assertThat(work.resolve("nowhere/store")).doesNotExist();
    }

    private static void refused(ToolProcess ended, String why) {
        assertThat(ended.code()).as("%s", ended).isEqualTo(2);
        // On a busy machine, records of the log may come before.
        assertThat(ended.errors()).as("%s", ended).filteredOn(line -> !line.matches(LOG_RECORD)).singleElement()
                .asString().startsWith(NOT_DONE).contains(why);
    }

    private static ToolProcess run(String... commandAndFlags) throws IOException {
        return ToolProcess.run(distribution.script(), work, commandAndFlags);
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    private static void flip(Path file) throws IOException {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long middle = bytes.length() / 2;
            bytes.seek(middle);
            int before = bytes.read();
            bytes.seek(middle);
            bytes.write(before ^ 1);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
