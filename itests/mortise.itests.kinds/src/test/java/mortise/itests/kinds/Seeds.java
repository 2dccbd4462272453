package mortise.itests.kinds;

import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where randomness comes from. Each run has its own, which is printed; {@code -Dmortise.seed=...} repeats one.
 *
 * @param base what makes this run
 */
record Seeds(long base) {

    private static final Logger LOG = LoggerFactory.getLogger(Seeds.class);
    private static final long STEP = 0x9E3779B97F4A7C15L;

    /** Starts the randomness of a test and prints it. */
    static Seeds of(Class<?> test) {
        Seeds seeds = new Seeds(Long.getLong("mortise.seed", System.nanoTime()));
        LOG.info("{}: -Dmortise.seed={}", test.getSimpleName(), seeds.base);
        return seeds;
    }

    /** Returns the randomness of one case, which does not depend on the cases before. */
    Random random(Object... names) {
        long seed = base;
        for (Object name : names) {
            seed = (seed ^ name.hashCode()) * STEP;
            seed ^= seed >>> 29;
        }
        return new Random(seed);
    }
}
