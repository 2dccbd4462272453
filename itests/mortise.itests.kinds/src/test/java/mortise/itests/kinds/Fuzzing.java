package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a reader spoilt inputs and expects it to take them or to refuse them in the way it says, soon.
 *
 * @param name what is read
 * @param inputs good inputs, which get spoilt
 * @param words what the language of the inputs has
 * @param refusals what the reader may throw
 * @param reader reads an input, and does with the outcome what is always possible
 */
record Fuzzing(String name, List<byte[]> inputs, List<String> words, Set<Class<? extends Exception>> refusals,
        Reader reader) {

    /** Reads an input. */
    interface Reader {
        /** Gets randomness for what else it needs. */
        void read(byte[] input, Random random) throws Exception;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Fuzzing.class);
    private static final int COUNT = Integer.getInteger("mortise.fuzz.inputs", 20_000);
    /** Far more than any input of this size needs, also on a busy machine. */
    private static final long SLOW_MILLIS = 5_000;
    private static final int SHOWN_MAX = 600;

    void run(Seeds seeds) {
        var failures = new Failures();
        Random random = seeds.random(name);
        var mutator = new Mutator(random, inputs, words);
        long begin = System.nanoTime();
        long slowest = 0;
        int refused = 0;
        for (int i = 0; i < COUNT; i++) {
            byte[] input = mutator.next();
            long start = System.nanoTime();
            refused += read(input, random, failures) ? 0 : 1;
            long millis = (System.nanoTime() - start) / 1_000_000;
            slowest = Math.max(slowest, millis);
            if (millis > SLOW_MILLIS) {
                failures.add("slow", () -> millis + " ms for " + show(input));
            }
        }
        LOG.info("{}: {} inputs in {} ms, {} refused, the slowest took {} ms", name, COUNT,
                (System.nanoTime() - begin) / 1_000_000, refused, slowest);
        failures.assertNone(seeds);
        assertThat(refused).as("refused inputs of " + name).isLessThan(COUNT);
    }

    private boolean read(byte[] input, Random random, Failures failures) {
        try {
            reader.read(input, random);
            return true;
        } catch (Exception thrown) {
            if (refusals.stream().noneMatch(refusal -> refusal.isInstance(thrown))) {
                failures.watch(name, () -> show(input), () -> {
                    throw thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
                });
            }
        } catch (StackOverflowError | AssertionError thrown) {
            failures.watch(name, () -> show(input), () -> {
                throw thrown;
            });
        }
        return false;
    }

    private static String show(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        String hex = HexFormat.of().formatHex(input, 0, Math.min(input.length, SHOWN_MAX / 2));
        return (text.length() > SHOWN_MAX ? text.substring(0, SHOWN_MAX) : text) + "\n  = hex " + hex;
    }
}
