package mortise.core.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.core.patch.Shrunk;
import mortise.core.patch.apply.Step.Operation;
import org.junit.jupiter.api.Test;

/**
 * Apply and other writes against a naive ledger. A run that fails is made as small as it can be, and told with the seed
 * that makes it the first run again, as {@code -Dmortise.test.seed}.
 */
class FieldOwnershipPropertyTest {

    private static final Logger LOG = System.getLogger(FieldOwnershipPropertyTest.class.getName());
    private static final int ROUNDS = 1500;
    private static final int STEPS_MAX = 8;
    /** Keeps an entry alive, so that other writes are tracked always. */
    private static final String ANCHOR = "anchor";
    /** Does nothing before the last step. */
    private static final String FRESH = "fresh";
    private static final Set<String> EMPTIED = Set.of(".metadata.finalizers", ".spec.parts", ".data");
    private static final Map<String, String> ANCHORED = Map.of("data.z", "1");

    @Test
    void objectsAndOwnersAreThoseOfTheLedger() {
        int refused = refused(random -> Step.some(random, 1, STEPS_MAX), FieldOwnershipPropertyTest::followed);
        assertThat(refused).isBetween(ROUNDS / 30, STEPS_MAX * ROUNDS / 2);
    }

    @Test
    void applyingTwiceIsApplyingOnceAndApplyingNothingUndoesIt() {
        int refused = refused(random -> {
            List<Step> steps = Step.some(random, 0, STEPS_MAX - 1);
            steps.add(new Step(FRESH, Operation.APPLY, false, Step.tree(random)));
            return steps;
        }, FieldOwnershipPropertyTest::undone);
        assertThat(refused).isBetween(1, ROUNDS / 2);
    }

    /** Checks random runs, and returns how much was refused in them. */
    private static int refused(Function<RandomGenerator, List<Step>> runs, ToIntFunction<List<Step>> check) {
        long first = Long.getLong("mortise.test.seed", System.nanoTime());
        LOG.log(Level.INFO, "seed " + first);
        int refused = 0;
        for (long seed = first; seed < first + ROUNDS; seed++) {
            // Its first numbers are unlike those of the next seed.
            List<Step> steps = runs.apply(new SplittableRandom(seed));
            try {
                refused += check.applyAsInt(steps);
            } catch (AssertionError | RuntimeException failure) {
                throw smallest(seed, steps, check);
            }
        }
        return refused;
    }

    private static AssertionError smallest(long seed, List<Step> steps, ToIntFunction<List<Step>> check) {
        List<Step> least = Shrunk.from(steps, Step::smaller, less -> failure(less, check).isEmpty());
        String shown = least.stream().map(step -> "\n  " + step).collect(Collectors.joining());
        return failure(least, check)
                .map(cause -> new AssertionError("seed " + seed + ", smallest:" + shown + "\n" + cause, cause))
                .orElseThrow();
    }

    private static Optional<Throwable> failure(List<Step> steps, ToIntFunction<List<Step>> check) {
        try {
            check.applyAsInt(steps);
            return Optional.empty();
        } catch (AssertionError | RuntimeException failure) {
            return Optional.of(failure);
        }
    }

    /** Says that the ledger tells of every step, and returns how many were refused. */
    private static int followed(List<Step> steps) {
        var ledger = new Ledger();
        Story story = anchored(ledger);
        int refused = 0;
        for (Step step : steps) {
            refused += isDone(step, ledger, story) ? 0 : 1;
            agree(story, ledger);
        }
        return refused;
    }

    /** Says that the last step, if of a fresh manager, can be done again and undone; returns 1 if it was refused. */
    private static int undone(List<Step> steps) {
        if (steps.isEmpty() || !steps.get(steps.size() - 1).manager().equals(FRESH)) {
            return 0;
        }
        var ledger = new Ledger();
        Story story = anchored(ledger);
        steps.subList(0, steps.size() - 1).forEach(step -> isDone(step, ledger, story));
        Map<String, String> intent = steps.get(steps.size() - 1).paths();
        if (ledger.conflicts(FRESH, intent) || meetsEmptied(() -> story.apply(FRESH, Ledger.members(intent)))) {
            return 1;
        }
        ApiObject once = story.object().deepCopy();
        story.apply(FRESH, Ledger.members(intent));
        assertThat(story.object()).isEqualTo(once);
        story.apply(FRESH, "");
        agree(story, ledger);
        return 0;
    }

    private static void agree(Story story, Ledger ledger) {
        assertThat(values(story)).isEqualTo(ledger.values);
        assertThat(owners(story)).isEqualTo(ledger.byOwner());
    }

    private static Story anchored(Ledger ledger) {
        ledger.apply(ANCHOR, ANCHORED);
        return new Story().apply(ANCHOR, Ledger.members(ANCHORED));
    }

    /** Does a step to both, unless it is rightly refused. */
    private static boolean isDone(Step step, Ledger ledger, Story story) {
        Map<String, String> paths = step.paths();
        if (step.operation() != Operation.APPLY) {
            Map<String, String> wanted = new TreeMap<>(step.operation() == Operation.EDIT ? ledger.values : Map.of());
            wanted.putAll(ANCHORED);
            wanted.putAll(paths);
            ledger.write(step.manager(), wanted);
            story.write(step.manager(), Ledger.members(wanted));
            return true;
        }
        if (!step.force() && ledger.conflicts(step.manager(), paths)) {
            ApiException refused = story.refused(step.manager(), Ledger.members(paths));
            assertThat(refused).as("refusal").isNotNull();
            assertThat(refused.status().code()).isEqualTo(409);
            return false;
        }
        if (meetsEmptied(() -> story.apply(step.manager(), Made.V1, Ledger.members(paths), step.force()))) {
            return false;
        }
        ledger.apply(step.manager(), paths);
        return true;
    }

    /**
     * Applies, and says whether that was refused because of a list or map that an apply has emptied: whoever made it
     * owns it still, which the ledger does not know. Nothing else may be in the way.
     */
    private static boolean meetsEmptied(Runnable apply) {
        try {
            apply.run();
            return false;
        } catch (ApiException refused) {
            assertThat(refused.status().details().orElseThrow().causes()).as("%s", refused.status().message())
                    .isNotEmpty().allMatch(cause -> EMPTIED.contains(cause.field()));
            return true;
        }
    }

    private static Map<String, String> values(Story story) {
        var values = new TreeMap<String, String>();
        if (story.object().at("data") instanceof Map<?, ?> data) {
            data.forEach((key, value) -> values.put("data." + key, (String) value));
        }
        if (story.object().at("metadata", "finalizers") instanceof List<?> fin) {
            fin.forEach(value -> values.put("fin." + value, ""));
        }
        if (story.object().at("spec", "parts") instanceof List<?> parts) {
            for (Object item : parts) {
                var part = (Map<?, ?>) item;
                values.put("part." + part.get("name"), "");
                if (part.containsKey("image")) {
                    values.put("part." + part.get("name") + ".image", (String) part.get("image"));
                }
            }
        }
        return values;
    }

    private static Map<String, Set<String>> owners(Story story) {
        var owners = new TreeMap<String, Set<String>>();
        for (Object item : (List<?>) story.object().at("metadata", "managedFields")) {
            var entry = (Map<?, ?>) item;
            var paths = new TreeSet<String>();
            new FieldSetPaths(Shape.of(new Made().type(Made.V1))).of(entry.get("fieldsV1"), paths);
            if (!paths.isEmpty()) {
                owners.put(entry.get("manager") + " " + entry.get("operation"), paths);
            }
        }
        return owners;
    }

    /** Paths of a set as the ledger names them. */
    private record FieldSetPaths(Shape shape) {

        void of(Object fields, Set<String> paths) {
            FieldsForm.read(fields, shape).set().show("", path -> {
                String name = path.replaceAll("^\\.metadata\\.finalizers\\[=\"(.)\"]$", "fin.$1")
                        .replaceAll("^\\.spec\\.parts\\[name=\"(.)\"]", "part.$1").replaceAll("^\\.data\\.", "data.");
                if (!name.startsWith(".") && !name.endsWith(".name") && !name.endsWith(".resources")) {
                    paths.add(name);
                }
            });
        }
    }
}
