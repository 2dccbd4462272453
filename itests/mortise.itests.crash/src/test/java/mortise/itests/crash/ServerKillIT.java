package mortise.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import mortise.itests.crash.ServerKillRun.Figures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Goal: a server killed at any moment, also while it starts, breaks none of the guarantees of {@link ServerLedger}.
 * Method: clients write, watch and list over HTTP; the server is killed, again and again, and what it says afterwards
 * is compared with what it had said. {@code -Dcrash.server.kills=N} says how often; {@code -Dcrash.seed=S} repeats the
 * random choices, not the threads.
 */
final class ServerKillIT {

    private static final int SERVERS = 3;

    private final int kills = Integer.getInteger("crash.server.kills", 3);
    private final long seed = Long.getLong("crash.seed", 0) == 0 ? System.nanoTime() : Long.getLong("crash.seed");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path temporary;

    @Test
    void killedServersLoseNothingOnRocksdb(TestReporter reporter) throws Exception {
        report(new ServerKillRun(temporary, kills, Math.min(SERVERS, 1 + kills / SERVERS / 2), seed).rocksdb(),
                reporter);
    }

    @Test
    void killedServersAndMembersLoseNothingOnEtcd(TestReporter reporter) throws Exception {
        assumeTrue(EtcdMember.installed(), "skipped: there is no etcd on the path");
        int some = Math.max(2, kills / 4);
        report(new ServerKillRun(temporary, some, Math.min(SERVERS, 1 + some / SERVERS / 2), seed).etcd(), reporter);
    }

    private static void report(Figures figures, TestReporter reporter) {
        reporter.publishEntry("servers", figures.toString());
        assertThat(figures.compared().acknowledged()).as("changes that were acknowledged; %s", figures)
                .isGreaterThan(0);
    }
}
