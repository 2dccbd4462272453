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
        others = new EtcdCertificates(directory, "others").sign("client", Duration.ofDays(1));
        etcd = EtcdProcess.startSecure(directory, "--cert-file=" + ours.certificate("member"),
                "--key-file=" + ours.key("member"), "--trusted-ca-file=" + ours.authority(), "--client-cert-auth");
    }

    @AfterAll
    static void stop() {
        if (etcd != null) {
            etcd.close();
        }
    }

    private static EtcdStore store(String authority, String certificate, String key) {
        return new EtcdStore(new Connection.Settings(List.of(etcd.address()), authority, certificate, key,
                Duration.ofSeconds(3), EtcdProcess.PATIENCE, 64, new Keys("/registry")), 0);
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
        assertThat(store.commit(Commit.create(KEY + why, new byte[1])).toCompletableFuture())
                .failsWithin(SOON);
    }
}
