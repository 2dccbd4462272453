package mortise.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who leads of several servers on one store, with clocks that this test turns. */
final class LeadershipTest {

    private static final GroupVersion LEASES = new GroupVersion("coordination.k8s.io", "v1");

    private final TestServer server = new TestServer();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final Leadership a = leadership("a");
    private final Leadership b = leadership("b");

    LeadershipTest() {
        server.create("namespaces", "", "{'metadata':{'name':'kube-system'}}");
    }

    private Leadership leadership(String identity) {
        return new Leadership(server.objects(), LEASES, identity, () -> now, nanos::get);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void pass(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
        now = now.plusMillis(millis);
    }

    private ApiObject lease() {
        return server.objects().get(LEASES, "leases", Leadership.NAMESPACE, Leadership.NAME).orElseThrow();
    }

    @Test
    void whoComesFirstLeadsAndSaysSo() {
        assertThat(a.holds()).isFalse();
        a.round();
        b.round();
        assertThat(a.holds()).isTrue();
        assertThat(b.holds()).isFalse();
        assertThat(lease().structAt("spec")).containsEntry("holderIdentity", "a")
                .containsEntry("leaseDurationSeconds", 15L).containsEntry("leaseTransitions", 0L)
                .containsEntry("acquireTime", "2030-01-01T00:00:00.000000Z");
        pass(2000);
        a.round();
        assertThat(lease().structAt("spec")).containsEntry("renewTime", "2030-01-01T00:00:02.000000Z")
                .containsEntry("acquireTime", "2030-01-01T00:00:00.000000Z");
    }

    @Test
    void whoCannotRenewStopsBeforeAnybodyElseBegins() {
        a.round();
        b.round();
        pass(9_999);
        assertThat(a.holds()).isTrue();
        pass(1);
        assertThat(a.holds()).isFalse();
        pass(4_999);
        b.round();
        assertThat(b.holds()).isFalse();
        pass(1);
        b.round();
        assertThat(b.holds()).isTrue();
        assertThat(lease().structAt("spec")).containsEntry("leaseTransitions", 1L);
        a.round();
        assertThat(a.holds()).as("it has been taken").isFalse();
    }

    @Test
    void whoJustCameWaitsHoweverOldTheLeaseSaysItIs() {
        a.round();
        pass(60_000);
        b.round();
        assertThat(b.holds()).as("clocks of others are not believed").isFalse();
        pass(15_000);
        b.round();
        assertThat(b.holds()).isTrue();
    }

    @Test
    void whatIsGivenBackIsTakenAtOnce() {
        a.round();
        b.round();
        a.release();
        assertThat(a.holds()).isFalse();
        b.round();
        assertThat(b.holds()).isTrue();
        a.release();
        assertThat(lease().structAt("spec")).as("nobody gives back what another has").containsEntry(
                "holderIdentity", "b");
    }

    @Test
    void aLeaseThatSomebodyDeletesIsMadeAnew() {
        a.round();
        server.delete("leases", Leadership.NAMESPACE, Leadership.NAME);
        a.round();
        assertThat(a.holds()).isTrue();
    }

    /** Servers that try at any time, hang, and come back never lead both at once. */
    @Test
    void neverDoTwoLead() {
        long seed = System.nanoTime();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        List<Leadership> all = new ArrayList<>(List.of(a, b, leadership("c")));
        int changes = 0;
        String leader = "";
        for (int step = 0; step < 2_000; step++) {
            pass(random.nextInt(random.nextInt(10) == 0 ? 20_000 : 3_000));
            try {
                all.get(random.nextInt(all.size())).round();
            } catch (ApiException lost) {
                // Somebody else was faster.
            }
            assertThat(all.stream().filter(Leadership::holds).count()).as("seed %s, step %s", seed, step)
                    .isLessThanOrEqualTo(1);
            String holder = lease().textAt("spec", "holderIdentity");
            changes += holder.equals(leader) ? 0 : 1;
            leader = holder;
        }
        assertThat(changes).as("seed %s", seed).isGreaterThan(3);
    }
}
