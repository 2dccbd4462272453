package mortise.core.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.junit.jupiter.api.Test;

class StrategicMergePropertyTest {

    private static final int ROUNDS = 3000;

    @Test
    void theDifferenceOfTwoObjectsTurnsOneIntoTheOther() {
        long seed = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            var random = new Random(seed + i);
            Map<String, Object> from = object(random, Robots.ROBOT);
            Map<String, Object> to = object(random, Robots.ROBOT);
            Map<String, Object> patch = difference(from, to, Robots.ROBOT);
            assertThat(StrategicMergePatchTest.patched(from, patch)).as("seed %d", seed + i).isEqualTo(to);
        }
    }

    @Test
    void whatChangesNothingChangesNothing() {
        long seed = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            Map<String, Object> object = object(new Random(seed + i), Robots.ROBOT);
            Map<String, Object> nothing = difference(object, object, Robots.ROBOT);
            for (Map<?, ?> patch : List.of(Map.of(), nothing, object)) {
                assertThat(StrategicMergePatchTest.patched(object, patch)).as("seed %d", seed + i)
                        .hasToString(object.toString());
            }
        }
    }

    @Test
    void anyPatchIsAppliedOrRefusedAndArgumentsAreLeftAlone() {
        long seed = System.nanoTime();
        int applied = 0;
        for (int i = 0; i < 4 * ROUNDS; i++) {
            var random = new Random(seed + i);
            Map<String, Object> target = object(random, Robots.ROBOT);
            Map<String, Object> patch = object(random, Robots.ROBOT);
            for (int j = random.nextInt(4); j > 0; j--) {
                spoil(patch, random);
            }
            Object targetBefore = ApiObject.copy(target);
            Object patchBefore = ApiObject.copy(patch);
            try {
                Map<String, Object> outcome = StrategicMergePatchTest.patched(target, patch);
                applied++;
                MergePatchTest.scribble(outcome);
            } catch (ApiException refused) {
                assertThat(refused.status().code()).as("seed %d", seed + i).isIn(400, 422, 500);
            }
            assertThat(target).as("seed %d", seed + i).isEqualTo(targetBefore);
            assertThat(patch).as("seed %d", seed + i).isEqualTo(patchBefore);
        }
        assertThat(applied).isBetween(ROUNDS / 2, 4 * ROUNDS - 1);
    }

    /** Puts a directive or a value of any type somewhere into a tree. */
    @SuppressWarnings("unchecked")
    private static void spoil(Object tree, Random random) {
        if (tree instanceof List<?> list && !list.isEmpty() && random.nextInt(4) > 0) {
            spoil(list.get(random.nextInt(list.size())), random);
        } else if (tree instanceof List<?> list) {
            ((List<Object>) list).add(random.nextBoolean() ? Json.random(random, 2, true)
                    : new LinkedHashMap<>(Map.of("$patch", any(random, "replace", "delete", "merge", "x"))));
        } else if (tree instanceof Map<?, ?> map) {
            var struct = (Map<String, Object>) map;
            var names = new ArrayList<>(struct.keySet());
            String name = names.isEmpty() ? "spec" : names.get(random.nextInt(names.size()));
            if (struct.get(name) instanceof Map || struct.get(name) instanceof List && random.nextInt(3) > 0) {
                spoil(struct.get(name), random);
                return;
            }
            switch (random.nextInt(6)) {
                case 0 -> struct.put("$patch", any(random, "replace", "delete", "merge", null));
                case 1 -> struct.put("$retainKeys", any(random, new ArrayList<>(names), null, "x"));
                case 2 -> struct.put("$setElementOrder/" + name, any(random, ApiObject.copy(struct.get(name)), "x"));
                case 3 -> struct.put("$deleteFromPrimitiveList/" + name,
                        any(random, ApiObject.copy(struct.get(name)), null));
                case 4 -> struct.put(name, Json.random(random, 2, true));
                default -> struct.put(any(random, "$setElementOrder", "what", "$deleteFromPrimitiveList/").toString(),
                        Json.random(random, 2, true));
            }
        }
    }

    private static Object any(Random random, Object... choice) {
        return choice[random.nextInt(choice.length)];
    }

    static Map<String, Object> object(Random random, StructType type) {
        var object = new LinkedHashMap<String, Object>();
        for (Field field : type.fields()) {
            // Lists that say to be merged by a key, but none, cannot be.
            boolean key = List.of("name", "port").contains(field.name());
            if (!field.name().equals("keyless") && (key || random.nextBoolean())) {
                object.put(field.name(), value(random, field.type(), field.merge().patchMergeKey()));
            }
        }
        return object;
    }

    private static Object value(Random random, ValueType type, String key) {
        return switch (type.kind()) {
            case STRUCT -> object(random, type.struct());
            case MAP -> map(random, type.element());
            case LIST, STRINGS -> list(random, type.element(), key);
            case INT32 -> random.nextLong(4);
            case JSON -> Json.random(random, 2, false);
            case STRUCT_OR_BOOLEAN -> random.nextBoolean() ? (Object) true : object(random, type.element().struct());
            default -> "t" + random.nextInt(4);
        };
    }

    private static Object map(Random random, ValueType element) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(3); i > 0; i--) {
            map.put("k" + random.nextInt(4), value(random, element, ""));
        }
        return map;
    }

    /** Elements are told apart by their key or their value. */
    private static List<Object> list(Random random, ValueType element, String key) {
        var byKey = new LinkedHashMap<Object, Object>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Object item = value(random, element, "");
            byKey.put(key.isEmpty() ? item : ((Map<?, ?>) item).get(key), item);
        }
        return new ArrayList<>(byKey.values());
    }

    /** Returns the patch that a client makes that knows both objects. */
    private static Map<String, Object> difference(Map<?, ?> from, Map<?, ?> to, StructType type) {
        var patch = new LinkedHashMap<String, Object>();
        from.keySet().forEach(name -> {
            if (!to.containsKey(name)) {
                patch.put((String) name, null);
            }
        });
        to.forEach((key, value) -> {
            String name = (String) key;
            Field field = type.field(name);
            Object old = from.get(name);
            boolean merged = field.merge().patchStrategies().contains("merge");
            if (old instanceof List<?> items && value instanceof List<?> wanted && merged) {
                lists(patch, items, wanted, field);
            } else if (old instanceof Map<?, ?> members && value instanceof Map<?, ?> wanted && !old.equals(value)) {
                patch.put(name, field.type().struct() == null || field.merge().patchStrategies().contains("replace")
                        ? replacing(wanted) : difference(members, wanted, field.type().struct()));
            } else if (old == null || !old.equals(value)) {
                patch.put(name, value);
            }
        });
        return patch;
    }

    private static Map<String, Object> replacing(Map<?, ?> wanted) {
        var replacing = new LinkedHashMap<String, Object>(Map.of("$patch", "replace"));
        wanted.forEach((name, value) -> replacing.put((String) name, value));
        return replacing;
    }

    private static void lists(Map<String, Object> patch, List<?> from, List<?> to, Field field) {
        String key = field.merge().patchMergeKey();
        var changes = new ArrayList<Object>();
        var gone = new ArrayList<Object>();
        var order = new ArrayList<Object>();
        for (Object item : to) {
            order.add(key.isEmpty() ? item : Map.of(key, ((Map<?, ?>) item).get(key)));
            Object old = find(from, item, key);
            if (old == null) {
                changes.add(item);
            } else if (!old.equals(item)) {
                var change = difference((Map<?, ?>) old, (Map<?, ?>) item, field.type().element().struct());
                change.put(key, ((Map<?, ?>) item).get(key));
                changes.add(change);
            }
        }
        for (Object item : from) {
            if (find(to, item, key) == null) {
                gone.add(key.isEmpty() ? item : Map.of(key, ((Map<?, ?>) item).get(key), "$patch", "delete"));
            }
        }
        patch.put("$setElementOrder/" + field.name(), order);
        if (key.isEmpty()) {
            patch.put("$deleteFromPrimitiveList/" + field.name(), gone);
        } else {
            changes.addAll(gone);
        }
        patch.put(field.name(), changes);
    }

    private static Object find(List<?> items, Object wanted, String key) {
        return items.stream().filter(item -> key.isEmpty() ? item.equals(wanted)
                : ((Map<?, ?>) item).get(key).equals(((Map<?, ?>) wanted).get(key))).findFirst().orElse(null);
    }
}
