package mortise.core.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class FieldSetTest {

    private static final int ROUNDS = 2000;
    private static final List<String> STEPS = List.of("f:a", "f:b", "k:{\"n\":1}", "k:{\"n\":\"x\"}", "v:\"t\"", "i:3");

    @Test
    void operationsAreThoseOfPlainSets() {
        long seed = System.nanoTime();
        for (int i = 0; i < ROUNDS; i++) {
            var random = new Random(seed + i);
            Set<List<String>> one = paths(random);
            Set<List<String>> other = paths(random);
            FieldSet a = set(one);
            FieldSet b = set(other);
            var joined = new TreeSet<>(FieldSetTest::order);
            joined.addAll(one);
            joined.addAll(other);
            assertThat(a.union(b)).as("seed %d", seed + i).isEqualTo(set(joined));
            assertThat(a.minus(b)).as("seed %d", seed + i).isEqualTo(set(filter(one, path -> !other.contains(path))));
            assertThat(a.intersect(b)).as("seed %d", seed + i).isEqualTo(set(filter(one, other::contains)));
            assertThat(a.minusBelow(b)).as("seed %d", seed + i).isEqualTo(set(filter(one,
                    path -> other.stream().noneMatch(top -> path.size() >= top.size()
                            && path.subList(0, top.size()).equals(top)))));
            assertThat(a.isWithin(b)).as("seed %d", seed + i).isEqualTo(other.containsAll(one));
            assertThat(a.isWithin(a.union(b))).as("seed %d", seed + i).isTrue();
            FieldsForm.Read again = FieldsForm.read(FieldsForm.write(a), Shape.FREE);
            assertThat(again.set()).as("seed %d", seed + i).isEqualTo(a);
            assertThat(again.canonical()).as("seed %d", seed + i).isTrue();
        }
    }

    @Test
    void stepsAreWrittenInOrder() {
        FieldSet set = FieldsForm.read(Made.tree("{'v:\\\"b\\\"':{},'f:z':{},'k:{\\\"n\\\":10}':{},"
                + "'k:{\\\"n\\\":9.0}':{},"
                + "'f:a':{'f:y':{},'.':{}},'v:true':{},'v:2':{},'x:y':{}}"), Shape.FREE)
                .set();
        assertThat(Story.json(FieldsForm.write(set))).isEqualTo("{'f:a':{'.':{},'f:y':{}},'f:z':{},'k:{`n`:9}':{},"
                + "'k:{`n`:10}':{},'v:2':{},'v:`b`':{},'v:true':{}}");
    }

    @Test
    void whatIsNoSetIsRefused() {
        for (String bad : List.of("{'f:a':1}", "{'a':{}}", "{'k:x':{}}", "{'k:{\\\"a\\\":{}}':{}}", "{'v:[]':{}}",
                "{'i:x':{}}", "{'v:':{}}", "{'k:{\\\"a\\\":1':{}}", "{'v:\\\"a':{}}", "{'v:1 2':{}}")) {
            assertThatThrownBy(() -> FieldsForm.read(Made.tree(bad), Shape.FREE)).as(bad)
                    .isInstanceOf(JsonText.Malformed.class);
        }
        assertThatThrownBy(() -> FieldsForm.read(deep(OwnershipLimits.DEPTH_MAX + 1), Shape.FREE))
                .isInstanceOf(JsonText.Malformed.class);
        assertThat(FieldsForm.read(deep(OwnershipLimits.DEPTH_MAX - 1), Shape.FREE).set().isEmpty()).isFalse();
    }

    private static Map<String, Object> deep(int levels) {
        Map<String, Object> fields = Map.of();
        for (int i = 0; i < levels; i++) {
            fields = Map.of("f:a", fields);
        }
        return fields;
    }

    private static Set<List<String>> paths(Random random) {
        var paths = new TreeSet<List<String>>(FieldSetTest::order);
        for (int i = random.nextInt(8); i > 0; i--) {
            var path = new ArrayList<String>();
            for (int j = random.nextInt(4); j >= 0; j--) {
                path.add(STEPS.get(random.nextInt(STEPS.size())));
            }
            paths.add(path);
        }
        return paths;
    }

    private static int order(List<String> one, List<String> other) {
        return one.toString().compareTo(other.toString());
    }

    private static Set<List<String>> filter(
            Set<List<String>> paths, Predicate<List<String>> wanted) {
        var kept = new TreeSet<>(FieldSetTest::order);
        paths.stream().filter(wanted).forEach(kept::add);
        return kept;
    }

    private static FieldSet set(Set<List<String>> paths) {
        var trail = new Trail();
        Trail.Found found = trail.collect();
        for (List<String> path : paths) {
            path.forEach(step -> trail.enter(PathElement.parse(step)));
            found.add();
            path.forEach(step -> trail.leave());
        }
        return found.set();
    }
}
