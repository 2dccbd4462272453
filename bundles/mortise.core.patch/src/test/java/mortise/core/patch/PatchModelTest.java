package mortise.core.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import mortise.api.ApiException;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.junit.jupiter.api.Test;

/**
 * Patches of every type against models that say the same in another way. A case that fails is made as small as it can
 * be, and told with its seed.
 */
class PatchModelTest {

    private static final int ROUNDS = 3000;
    private static final String REFUSED = "refused";

    /** What a model throws where the patch must be refused. */
    private static final class Misfit extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private static void agree(
            long seed, Object document, Object patch, BinaryOperator<Object> real, BinaryOperator<Object> model) {
        if (!agree(document, patch, real, model)) {
            // What only becomes a mistake by leaving something out is another case.
            boolean mistake = REFUSED.equals(outcome(document, patch, model));
            Shrunk.Pair least = Shrunk.from(document, patch, (less, change) -> agree(less, change, real, model)
                    || !mistake && REFUSED.equals(outcome(less, change, model)));
            assertThat(outcome(least.document(), least.patch(), real))
                    .as("seed %d, smallest: %s of %s", seed, least.patch(), least.document())
                    .isEqualTo(outcome(least.document(), least.patch(), model));
        }
    }

    private static boolean agree(
            Object document, Object patch, BinaryOperator<Object> real, BinaryOperator<Object> model) {
        return Objects.equals(outcome(document, patch, real), outcome(document, patch, model));
    }

    private static Object outcome(Object document, Object patch, BinaryOperator<Object> way) {
        try {
            return way.apply(document, patch);
        } catch (ApiException | Misfit refused) {
            return REFUSED;
        }
    }

    @Test
    void mergePatchesDoWhatTheRfcSays() {
        long seed = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            var random = new Random(seed + i);
            agree(seed + i, Json.random(random, 4, true), Json.random(random, 4, true),
                    MergePatch::apply, PatchModelTest::merged);
        }
    }

    /** The words of RFC 7386. */
    private static Object merged(Object target, Object patch) {
        if (!(patch instanceof Map<?, ?> changes)) {
            return patch;
        }
        var result = new HashMap<Object, Object>(target instanceof Map<?, ?> members ? members : Map.of());
        changes.forEach((name, value) -> {
            if (value == null) {
                result.remove(name);
            } else {
                result.put(name, merged(result.get(name), value));
            }
        });
        return result;
    }

    @Test
    void jsonPatchesDoWhatTheRfcSays() {
        long seed = System.nanoTime();
        int applied = 0;
        for (int i = 0; i < 4 * ROUNDS; i++) {
            var random = new Random(seed + i);
            Object document = Json.struct(random, 4, true);
            var operations = new ArrayList<Object>();
            for (int left = 1 + random.nextInt(4); left > 0; left--) {
                operations.add(operation(random, document));
            }
            agree(seed + i, document, operations,
                    (target, patch) -> JsonPatch.apply(target, (List<?>) patch, JsonPatchLimits.DEFAULT),
                    PatchModelTest::performed);
            applied += REFUSED.equals(outcome(document, operations, PatchModelTest::performed)) ? 0 : 1;
        }
        assertThat(applied).as("seed %d", seed).isBetween(ROUNDS / 4, 4 * ROUNDS - 1);
    }

    private static Map<String, Object> operation(Random random, Object document) {
        var operation = new LinkedHashMap<String, Object>();
        operation.put("op", List.of("add", "remove", "replace", "move", "copy", "test").get(random.nextInt(6)));
        operation.put("path", path(random, document));
        operation.put("from", path(random, document));
        operation.put("value", Json.random(random, 2, true));
        return operation;
    }

    /** A way into the document that mostly leads somewhere. */
    private static String path(Random random, Object document) {
        var path = new StringBuilder();
        Object at = document;
        while (random.nextInt(5) > 0) {
            String step = List.of("a", "b", "c/d", "0", "1", "-", "01", "").get(random.nextInt(8));
            if (at instanceof Map<?, ?> struct) {
                var names = new ArrayList<>(struct.keySet());
                step = names.isEmpty() || random.nextInt(6) == 0 ? step
                        : names.get(random.nextInt(names.size())).toString();
                at = struct.get(step);
            } else if (at instanceof List<?> list) {
                int index = random.nextInt(list.size() + 1);
                step = random.nextInt(6) == 0 ? step : Integer.toString(index);
                at = index < list.size() ? list.get(index) : null;
            } else if (random.nextInt(4) > 0) {
                break;
            }
            path.append('/').append(step.replace("~", "~0").replace("/", "~1"));
        }
        return path.toString();
    }

    private static Object performed(Object document, Object operations) {
        Object now = document;
        for (Object one : (List<?>) operations) {
            var operation = (Map<?, ?>) one;
            List<String> path = steps(operation.get("path"));
            List<String> from = steps(operation.get("from"));
            Object value = operation.get("value");
            switch (String.valueOf(operation.get("op"))) {
                case "add" -> now = with(now, path, needed(operation), true);
                case "replace" -> now = with(now, path, needed(operation), false);
                case "remove" -> now = without(now, path);
                case "copy" -> now = with(now, path, at(now, from), true);
                case "move" -> now = moved(now, from, path);
                case "test" -> {
                    if (!Objects.equals(tested(now, path), needed(operation) == null ? null : value)) {
                        throw new Misfit();
                    }
                }
                default -> throw new Misfit();
            }
        }
        return now;
    }

    private static Object needed(Map<?, ?> operation) {
        if (!operation.containsKey("value")) {
            throw new Misfit();
        }
        return operation.get("value");
    }

    private static List<String> steps(Object pointer) {
        if (pointer == null) {
            return null;
        }
        var steps = new ArrayList<>(List.of(pointer.toString().split("/", -1)));
        steps.remove(0);
        steps.replaceAll(step -> step.replace("~1", "/").replace("~0", "~"));
        return steps;
    }

    private static Object moved(Object document, List<String> from, List<String> path) {
        Object value = at(document, from);
        if (from.equals(path)) {
            return document;
        }
        if (path == null || path.size() > from.size() && path.subList(0, from.size()).equals(from)) {
            throw new Misfit();
        }
        return with(without(document, from), path, value, true);
    }

    /** A member that is not there is null. */
    private static Object tested(Object document, List<String> path) {
        boolean absent = path != null && !path.isEmpty()
                && at(document, path.subList(0, path.size() - 1)) instanceof Map<?, ?> parent
                && !parent.containsKey(path.get(path.size() - 1));
        return absent ? null : at(document, path);
    }

    private static Object at(Object document, List<String> path) {
        Object[] found = new Object[1];
        edited(document, path, there -> found[0] = there);
        return found[0];
    }

    /** Returns the document with the value at a path, which must be there, replaced by what is made of it. */
    private static Object edited(Object document, List<String> path, UnaryOperator<Object> edit) {
        if (path == null) {
            throw new Misfit();
        }
        if (path.isEmpty()) {
            return edit.apply(document);
        }
        List<String> rest = path.subList(1, path.size());
        if (document instanceof Map<?, ?> struct && struct.containsKey(path.get(0))) {
            var copy = new HashMap<Object, Object>(struct);
            copy.put(path.get(0), edited(struct.get(path.get(0)), rest, edit));
            return copy;
        }
        if (document instanceof List<?> list) {
            var copy = new ArrayList<Object>(list);
            int index = index(path.get(0), list.size() - 1);
            copy.set(index, edited(list.get(index), rest, edit));
            return copy;
        }
        throw new Misfit();
    }

    private static int index(String step, int most) {
        for (int i = 0; i <= most; i++) {
            if (step.equals(Integer.toString(i))) {
                return i;
            }
        }
        throw new Misfit();
    }

    private static Object with(Object document, List<String> path, Object value, boolean inserted) {
        if (path == null || path.isEmpty()) {
            return edited(document, path, old -> value);
        }
        String last = path.get(path.size() - 1);
        return edited(document, path.subList(0, path.size() - 1), parent -> {
            if (parent instanceof Map<?, ?> struct) {
                var copy = new HashMap<Object, Object>(struct);
                copy.put(last, value);
                return copy;
            }
            if (!(parent instanceof List<?> list)) {
                throw new Misfit();
            }
            var copy = new ArrayList<Object>(list);
            if (inserted) {
                copy.add(last.equals("-") ? list.size() : index(last, list.size()), value);
            } else {
                copy.set(index(last, list.size() - 1), value);
            }
            return copy;
        });
    }

    private static Object without(Object document, List<String> path) {
        at(document, path);
        if (path.isEmpty()) {
            throw new Misfit();
        }
        return edited(document, path.subList(0, path.size() - 1), parent -> {
            if (parent instanceof Map<?, ?> struct) {
                var copy = new HashMap<Object, Object>(struct);
                copy.remove(path.get(path.size() - 1));
                return copy;
            }
            var copy = new ArrayList<Object>((List<?>) parent);
            copy.remove(index(path.get(path.size() - 1), copy.size() - 1));
            return copy;
        });
    }

    /** With lists seen as maps by their keys, a strategic patch is a merge patch. */
    @Test
    void strategicPatchesAreMergePatchesOfMapsByKey() {
        long seed = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            var random = new Random(seed + i);
            Map<String, Object> patch = StrategicMergePropertyTest.object(random, Robots.ROBOT);
            remove(patch, Robots.ROBOT, random);
            agree(seed + i, StrategicMergePropertyTest.object(random, Robots.ROBOT), patch,
                    (target, change) -> byKey(StrategicMergePatchTest.patched((Map<?, ?>) target, (Map<?, ?>) change),
                            Robots.ROBOT),
                    (target, change) -> merged(byKey(target, Robots.ROBOT), byKey(change, Robots.ROBOT)));
        }
    }

    /** Has a patch remove some fields and elements. */
    @SuppressWarnings("unchecked")
    private static void remove(Map<String, Object> patch, StructType type, Random random) {
        for (Map.Entry<String, Object> member : patch.entrySet()) {
            Field field = type.field(member.getKey());
            boolean key = List.of("name", "port").contains(member.getKey());
            if (!key && random.nextInt(6) == 0) {
                member.setValue(null);
            } else if (member.getValue() instanceof Map<?, ?> struct && field.type().struct() != null
                    && !field.merge().patchStrategies().contains("replace")) {
                remove((Map<String, Object>) struct, field.type().struct(), random);
            } else if (member.getValue() instanceof List<?> items && !field.merge().patchMergeKey().isEmpty()) {
                items.forEach(item -> removeFrom((Map<String, Object>) item, field, random));
            }
        }
    }

    private static void removeFrom(Map<String, Object> item, Field list, Random random) {
        if (random.nextInt(4) == 0) {
            item.keySet().retainAll(List.of(list.merge().patchMergeKey()));
            item.put("$patch", "delete");
        } else {
            remove(item, list.type().element().struct(), random);
        }
    }

    private static Object byKey(Object value, StructType type) {
        var members = new HashMap<Object, Object>();
        ((Map<?, ?>) value).forEach((name, member) -> members.put(name, byKey(member, type.field(name.toString()))));
        return members;
    }

    private static Object byKey(Object value, Field field) {
        if (field.merge().patchStrategies().contains("replace")) {
            return value == null ? null : List.of(value);
        }
        if (value instanceof List<?> items && field.merge().patchStrategies().contains("merge")) {
            String key = field.merge().patchMergeKey();
            var elements = new HashMap<Object, Object>();
            for (Object item : items) {
                if (key.isEmpty()) {
                    elements.put(item, true);
                } else {
                    Map<?, ?> element = (Map<?, ?>) item;
                    if (!element.containsKey(key)) {
                        throw new Misfit();
                    }
                    elements.put(element.get(key), element.containsKey("$patch") ? null
                            : byKey(element, field.type().element().struct()));
                }
            }
            return elements;
        }
        return byKey(value, field.type());
    }

    private static Object byKey(Object value, ValueType type) {
        if (!(value instanceof Map<?, ?> members)) {
            return value;
        }
        return switch (type.kind()) {
            case STRUCT -> byKey(value, type.struct());
            case STRUCT_OR_BOOLEAN -> byKey(value, type.element().struct());
            case MAP -> {
                var elements = new HashMap<Object, Object>();
                members.forEach((name, element) -> elements.put(name, byKey(element, type.element())));
                yield elements;
            }
            default -> value;
        };
    }
}
