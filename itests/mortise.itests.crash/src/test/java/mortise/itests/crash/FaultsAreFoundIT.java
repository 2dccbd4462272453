package mortise.itests.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Random;
import mortise.itests.crash.FaultyServer.Fault;
import mortise.itests.crash.ServerCampaign.Accident;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Goal: what {@link ServerKillIT} would not find is not there. Method: the same campaign with a server that breaks a
 * guarantee; the comparison has to fail, and not to fail with a server that breaks none.
 */
final class FaultsAreFoundIT {

    private static final int LIVES_MAX = 100;
    private static final int LIVES_WITHOUT_FAULT = 6;
    private static final Accident NONE = more -> { };

    private final long seed = Long.getLong("crash.seed", 0) == 0 ? System.nanoTime() : Long.getLong("crash.seed");

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isFound(Fault fault) {
        var campaign = new ServerCampaign(new FaultyServer(fault), NONE, new Random(seed), fault + ", seed " + seed);
        Throwable found = catchThrowable(() -> live(campaign, LIVES_MAX));
        assertThat(found).as("what is found of %s in %d lives, seed %d", fault, LIVES_MAX, seed)
                .isInstanceOf(AssertionError.class);
        assertThat(found.getMessage().lines().findFirst()).hasValueSatisfying(line ->
                assertThat(line).matches(".*(" + fault.found() + ").*"));
    }

    @Test
    void nothingIsFoundWhereNothingIs() throws Exception {
        var campaign = new ServerCampaign(new FaultyServer(Fault.NONE), NONE, new Random(seed), "seed " + seed);
        live(campaign, LIVES_WITHOUT_FAULT);
        assertThat(campaign.figures().acknowledged()).isGreaterThan(campaign.killed());
        assertThat(campaign.figures().watchedEvents()).isGreaterThan(campaign.killed());
    }

    private static void live(ServerCampaign campaign, int lives) throws Exception {
        for (int i = 0; i < lives; i++) {
            campaign.live();
        }
        campaign.end();
    }
}
