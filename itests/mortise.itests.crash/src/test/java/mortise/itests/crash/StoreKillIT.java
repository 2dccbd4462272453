package mortise.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import mortise.itests.crash.KillRun.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a process killed at any moment under load breaks none of the guarantees of {@link Ledger}. Method: processes
 * with stores are killed, again and again, and what is left is compared with what they had reported. The number of
 * kills is that of {@code -Dcrash.kills=N}; {@code -Dcrash.seed=S} repeats the random choices, not the threads.
 */
final class StoreKillIT {

    private static final int STORES_PER_PROCESS = 4;

    private final int kills = Integer.getInteger("crash.kills", 8);
    private final long seed = Long.getLong("crash.seed", 0) == 0 ? System.nanoTime() : Long.getLong("crash.seed");

    @TempDir
    Path temporary;

    @Test
    void killedProcessesLoseNothingOnRocksdb(TestReporter reporter) throws Exception {
        report(new KillRun(temporary, kills, STORES_PER_PROCESS, seed).rocksdb(), reporter);
    }

    @Test
    void killedProcessesAndMembersLoseNothingOnEtcd(TestReporter reporter) throws Exception {
        assumeTrue(EtcdMember.installed(), "skipped: there is no etcd on the path");
        report(new KillRun(temporary, Math.max(2, kills / 4), 1, seed).etcd(), reporter);
    }

    private static void report(Figures figures, TestReporter reporter) {
        reporter.publishEntry("crashes", figures.toString());
        assertThat(figures.acknowledged()).as("changes that were acknowledged; %s", figures)
                .isGreaterThan(figures.crashes());
    }
}
