package mortise.core.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import mortise.spi.storage.KeyOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PersistentMapTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 40, 300, 4_000})
    void itAgreesWithASortedMapAndOldSnapshotsStayAsTheyWere(int keys) {
        long seed = System.nanoTime();
        var random = new Random(seed);
        PersistentMap<String> map = PersistentMap.empty();
        var model = new TreeMap<String, String>(KeyOrder.INSTANCE);
        var oldMaps = new ArrayList<PersistentMap<String>>();
        var oldModels = new ArrayList<TreeMap<String, String>>();
        for (int i = 0; i < 12_000; i++) {
            // Phases of growing and of shrinking, so that nodes split and join.
            boolean put = random.nextInt(10) < ((i / 3_000) % 2 == 0 ? 8 : 2);
            String key = key(random, keys);
            if (put) {
                map = map.put(key, key + "=" + i);
                model.put(key, key + "=" + i);
            } else {
                map = map.remove(key);
                model.remove(key);
            }
            if (i % 1_000 == 0) {
                oldMaps.add(map);
                oldModels.add(new TreeMap<>(model));
            }
            if (i % 50 == 0) {
                checkRange(map, model, key(random, keys), key(random, keys), seed);
            }
        }
        oldMaps.add(map);
        oldModels.add(model);
        for (int i = 0; i < oldMaps.size(); i++) {
            checkAll(oldMaps.get(i), oldModels.get(i), seed);
        }
    }

    private static String key(Random random, int keys) {
        String number = Integer.toString(random.nextInt(keys), 36);
        return switch (random.nextInt(20)) {
            case 0 -> "\ud83d\ude00" + number;
            case 1 -> "\uffee" + number;
            default -> "/registry/pods/ns-" + random.nextInt(3) + "/" + number;
        };
    }

    private static void checkAll(PersistentMap<String> map, NavigableMap<String, String> model, long seed) {
        assertThat(map.size()).as("seed %d", seed).isEqualTo(model.size());
        assertThat(list(map.range("", ""))).as("seed %d", seed).containsExactlyElementsOf(model.values());
        model.forEach((key, value) -> assertThat(map.get(key)).as("seed %d", seed).contains(value));
    }

    private static void checkRange(
            PersistentMap<String> map, NavigableMap<String, String> model, String a, String b, long seed) {
        boolean inOrder = KeyOrder.INSTANCE.compare(a, b) <= 0;
        Map<String, String> expected = inOrder ? model.subMap(a, true, b, false) : Map.of();
        assertThat(map.countRange(a, b)).as("seed %d", seed).isEqualTo(expected.size());
        if (inOrder) {
            assertThat(list(map.range(a, b))).as("seed %d", seed).containsExactlyElementsOf(expected.values());
        }
        assertThat(map.countRange(a, "")).as("seed %d", seed).isEqualTo(model.tailMap(a, true).size());
        assertThat(list(map.range(a, ""))).as("seed %d", seed)
                .containsExactlyElementsOf(model.tailMap(a, true).values());
        assertThat(map.get(a).orElse(null)).as("seed %d", seed).isEqualTo(model.get(a));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 24, 25, 32, 33, 577, 10_000})
    void buildingFromSortedValuesGivesTheSameAsPuttingThemOneByOne(int count) {
        List<String> values = new ArrayList<>();
        PersistentMap<String> oneByOne = PersistentMap.empty();
        for (int i = 0; i < count; i++) {
            String value = String.format("%06d", i);
            values.add(value);
            oneByOne = oneByOne.put(value, value);
        }
        PersistentMap<String> built = PersistentMap.fromSorted(values, Function.identity());
        assertThat(built.size()).isEqualTo(count);
        assertThat(list(built.range("", ""))).isEqualTo(values).isEqualTo(list(oneByOne.range("", "")));
        PersistentMap<String> emptied = built;
        for (String value : values) {
            assertThat(emptied.get(value)).contains(value);
            emptied = emptied.remove(value);
        }
        assertThat(emptied.size()).isZero();
        assertThat(emptied.range("", "").hasNext()).isFalse();
        assertThat(built.size()).isEqualTo(count);
    }

    @Test
    void buildingFromUnsortedValuesIsRefused() {
        assertThatThrownBy(() -> PersistentMap.fromSorted(List.of("b", "a"), Function.identity()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PersistentMap.fromSorted(List.of("a", "a"), Function.identity()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void removingAnAbsentKeyChangesNothing() {
        PersistentMap<String> map = PersistentMap.<String>empty().put("a", "1");
        assertThat(map.remove("b")).isSameAs(map);
    }

    @Test
    void aChangeSharesAllButAFewNodes() {
        var values = new ArrayList<String>();
        for (int i = 0; i < 10_000; i++) {
            values.add(String.format("%06d", i));
        }
        PersistentMap<String> map = PersistentMap.fromSorted(values, Function.identity());
        PersistentMap<String> changed = map.put("005000x", "new");
        assertThat(nodesNotShared(map, changed)).isLessThanOrEqualTo(4);
    }

    private static int nodesNotShared(PersistentMap<String> map, PersistentMap<String> changed) {
        var known = new HashSet<MapNode<String>>();
        collect(map.root(), known);
        var all = new HashSet<MapNode<String>>();
        collect(changed.root(), all);
        all.removeAll(known);
        return all.size();
    }

    private static void collect(MapNode<String> node, Set<MapNode<String>> into) {
        into.add(node);
        if (node instanceof MapNode.Branch<String> branch) {
            for (int i = 0; i < branch.width(); i++) {
                collect(branch.child(i), into);
            }
        }
    }

    private static List<String> list(Iterator<String> iterator) {
        var list = new ArrayList<String>();
        iterator.forEachRemaining(list::add);
        return list;
    }
}
