package mortise.storage.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mortise.core.etcd.EtcdSettings;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome.Committed;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Certificates towards etcd: who has the right ones is served, and who has not is told so, soon. */
final class EtcdTlsTest {

    private static final String KEY = "/registry/things/a";
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    static Path directory;

    private static EtcdCertificates ours;
    private static EtcdCertificates others;
    private static EtcdProcess etcd;

    @BeforeAll
    static void start() {
        ours = new EtcdCertificates(directory, "ours").sign("member", Duration.ofDays(1))
                .sign("client", Duration.ofDays(1)).sign("late", Duration.ofHours(-1));
        ours.sign("late-member", Duration.ofHours(-1));
        others = new EtcdCertificates(directory, "others").sign("client", Duration.ofDays(1))
                .sign("member", Duration.ofDays(1));
        etcd = EtcdProcess.startSecure(directory, options(ours, "member", ours).toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        if (etcd != null) {
            etcd.close();
        }
    }

    private static List<String> options(EtcdCertificates own, String whose, EtcdCertificates trusted) {
        return List.of("--cert-file=" + own.certificate(whose), "--key-file=" + own.key(whose),
                "--trusted-ca-file=" + trusted.authority(), "--client-cert-auth");
    }

    private static EtcdStore store(String authority, String certificate, String key) {
        return new EtcdStore(new EtcdSettings(List.of(etcd.address()), authority, certificate, key,
                Duration.ofSeconds(3), EtcdProcess.PATIENCE, 64, "/registry"), 0);
    }

    @Test
    void withTheRightOnesEverythingIsAsWithoutTls() throws Exception {
        EtcdStore store = store(ours.authority(), ours.certificate("client"), ours.key("client"));
        try {
            byte[] value = "x".getBytes(StandardCharsets.UTF_8);
            assertThat(store.commit(Commit.create(KEY, value)).toCompletableFuture().get(10, TimeUnit.SECONDS))
                    .isInstanceOf(Committed.class);
            assertThat(store.get(KEY, 0).orElseThrow().value()).isEqualTo(value);
        } finally {
            store.close();
        }
    }

    /** All at once, for each takes the seconds after which etcd counts as away. */
    @Test
    void whoHasTheWrongOnesIsToldSo() {
        var refusals = new LinkedHashMap<EtcdStore, String>();
        refusals.put(store(others.authority(), ours.certificate("client"), ours.key("client")), "certification path");
        refusals.put(store(ours.authority(), "", ""), "certificate");
        refusals.put(store(ours.authority(), ours.certificate("late"), ours.key("late")), "certificate");
        refusals.put(store(ours.authority(), others.certificate("client"), others.key("client")), "certificate");
        try {
            refusals.forEach(EtcdTlsTest::refused);
        } finally {
            refusals.keySet().forEach(EtcdStore::close);
        }
    }

    /** Each time the member comes back with other certificates, the store tells what is wrong, and no secret. */
    @Test
    void aRunningStoreTellsWhatBecameWrongAndComesBack(@TempDir Path own) throws Exception {
        EtcdProcess member = EtcdProcess.startSecure(own, options(ours, "member", ours).toArray(String[]::new));
        EtcdStore store = new EtcdStore(new EtcdSettings(List.of(member.address()), ours.authority(),
                ours.certificate("client"), ours.key("client"), Duration.ofSeconds(3), EtcdProcess.PATIENCE, 64,
                "/registry"), 0);
        try {
            long revision = store.currentRevision();
            var wrong = new LinkedHashMap<List<String>, String>();
            wrong.put(options(others, "member", ours), "certification path");
            wrong.put(options(ours, "late-member", ours), "NotAfter");
            wrong.put(options(ours, "member", others), "certificate");
            for (var each : wrong.entrySet()) {
                member.kill();
                member.start(each.getKey());
                refused(store, each.getValue());
            }
            member.kill();
            member.start(options(ours, "member", ours));
            assertThat(answered(store)).isEqualTo(revision);
        } finally {
            store.close();
            member.close();
        }
    }

    private static long answered(EtcdStore store) {
        long before = System.nanoTime();
        while (true) {
            try {
                return store.currentRevision();
            } catch (StoreAwayException notYet) {
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(SOON);
            }
        }
    }

    @Test
    void filesThatAreNotThereAreNamed() {
        assertThatThrownBy(() -> store(directory.resolve("none.pem").toString(), "", ""))
                .isInstanceOf(StoreException.class).hasMessageContaining("none.pem");
        assertThatThrownBy(() -> store(ours.authority(), ours.certificate("client"), ""))
                .isInstanceOf(StoreException.class).hasMessageContaining("--etcd-keyfile");
    }

    private static void refused(EtcdStore store, String why) {
        long before = System.nanoTime();
        StoreAwayException refusal = catchThrowableOfType(StoreAwayException.class, store::currentRevision);
        assertThat(refusal).isNotNull();
        while (!refusal.getMessage().contains(why)) {
            assertThat(Duration.ofNanos(System.nanoTime() - before)).as(refusal.getMessage()).isLessThan(SOON);
            refusal = catchThrowableOfType(StoreAwayException.class, store::currentRevision);
        }
        assertThat(refusal.getMessage()).doesNotContain("PRIVATE", "BEGIN", directory.toString());
        assertThat(store.commit(Commit.create(KEY + why, new byte[1])).toCompletableFuture())
                .failsWithin(SOON);
    }
}
