package mortise.core.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import org.junit.jupiter.api.Test;

class FieldOwnershipPropertyTest {

    private static final int ROUNDS = 1500;
    private static final int STEPS_MAX = 8;
    /** Keeps an entry alive, so that other writes are tracked always. */
    private static final String ANCHOR = "anchor";
    private static final Set<String> EMPTIED = Set.of(".metadata.finalizers", ".spec.parts", ".data");
    private static final Map<String, String> ANCHORED = Map.of("data.z", "1");

    @Test
    void objectsAndOwnersAreThoseOfTheLedger() {
        long seed = System.nanoTime();
        int conflicts = 0;
        for (int i = 0; i < ROUNDS; i++) {
            var random = new Random(seed + i);
            var ledger = new Ledger();
            Story story = anchored(ledger);
            var log = new StringBuilder("seed " + (seed + i));
            for (int step = random.nextInt(STEPS_MAX) + 1; step > 0; step--) {
                conflicts += step(random, ledger, story, log);
                assertThat(values(story)).as("%s", log).isEqualTo(ledger.values);
                assertThat(owners(story)).as("%s", log).isEqualTo(ledger.byOwner());
            }
        }
        assertThat(conflicts).as("seed %d", seed).isPositive();
    }

    @Test
    void applyingTwiceIsApplyingOnceAndApplyingNothingUndoesIt() {
        long seed = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            var random = new Random(seed + i);
            var ledger = new Ledger();
            Story story = anchored(ledger);
            for (int step = random.nextInt(STEPS_MAX); step > 0; step--) {
                step(random, ledger, story, new StringBuilder());
            }
            ApiObject before = story.object();
            Map<String, String> intent = paths(random);
            if (ledger.conflicts("fresh", intent)) {
                continue;
            }
            var log = new StringBuilder("seed " + (seed + i));
            if (meetsEmptied(() -> story.apply("fresh", Ledger.members(intent)), log)) {
                continue;
            }
            ApiObject once = story.object().deepCopy();
            story.apply("fresh", Ledger.members(intent));
            assertThat(story.object()).as("seed %d", seed + i).isEqualTo(once);
            story.apply("fresh", "");
            assertThat(values(story)).as("seed %d", seed + i).isEqualTo(ledger.values);
            assertThat(owners(story)).as("seed %d", seed + i).isEqualTo(ledger.byOwner());
            assertThat(before).isNotNull();
        }
    }

    private static Story anchored(Ledger ledger) {
        ledger.apply(ANCHOR, ANCHORED);
        return new Story().apply(ANCHOR, Ledger.members(ANCHORED));
    }

    /** Does something to both, and returns 1 for a conflict. */
    private static int step(Random random, Ledger ledger, Story story, StringBuilder log) {
        String manager = "m" + random.nextInt(3);
        Map<String, String> paths = paths(random);
        if (random.nextInt(3) == 0) {
            Map<String, String> wanted = new TreeMap<>(random.nextBoolean() ? ledger.values : ANCHORED);
            wanted.putAll(ANCHORED);
            wanted.putAll(paths);
            log.append("\nwrite ").append(manager).append(' ').append(wanted);
            ledger.write(manager, wanted);
            story.write(manager, Ledger.members(wanted));
            return 0;
        }
        boolean force = random.nextInt(3) == 0;
        log.append(force ? "\nforce " : "\napply ").append(manager).append(' ').append(paths);
        if (!force && ledger.conflicts(manager, paths)) {
            ApiException refused = story.refused(manager, Ledger.members(paths));
            assertThat(refused).as("%s", log).isNotNull();
            assertThat(refused.status().code()).as("%s", log).isEqualTo(409);
            return 1;
        }
        if (meetsEmptied(() -> story.apply(manager, Made.V1, Ledger.members(paths), force), log)) {
            return 1;
        }
        ledger.apply(manager, paths);
        return 0;
    }

    /**
     * Applies, and says whether that was refused because of a list or map that an apply has emptied: whoever made it
     * owns it still, which the ledger does not know. Nothing else may be in the way.
     */
    private static boolean meetsEmptied(Runnable apply, StringBuilder log) {
        try {
            apply.run();
            return false;
        } catch (ApiException refused) {
            assertThat(refused.status().details().orElseThrow().causes()).as("%s", log).isNotEmpty()
                    .allMatch(cause -> EMPTIED.contains(cause.field()));
            return true;
        }
    }

    private static Map<String, String> paths(Random random) {
        var paths = new TreeMap<String, String>();
        for (int i = random.nextInt(5); i > 0; i--) {
            String name = "abc".substring(random.nextInt(3)).substring(0, 1);
            String value = "" + random.nextInt(2);
            switch (random.nextInt(4)) {
                case 0 -> paths.put("fin." + name, "");
                case 1 -> paths.put("part." + name, "");
                case 2 -> {
                    paths.put("part." + name, "");
                    paths.put("part." + name + ".image", value);
                }
                default -> paths.put("data." + name, value);
            }
        }
        return paths;
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
