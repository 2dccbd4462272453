package mortise.core.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergePatchTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'a':'b'} | {'a':'c'} | {'a':'c'}",
        "{'a':'b'} | {'b':'c'} | {'a':'b','b':'c'}",
        "{'a':'b'} | {'a':null} | {}",
        "{'a':'b','b':'c'} | {'a':null} | {'b':'c'}",
        "{'a':['b']} | {'a':'c'} | {'a':'c'}",
        "{'a':'c'} | {'a':['b']} | {'a':['b']}",
        "{'a':{'b':'c'}} | {'a':{'b':'d','c':null}} | {'a':{'b':'d'}}",
        "{'a':[{'b':'c'}]} | {'a':[1]} | {'a':[1]}",
        "['a','b'] | ['c','d'] | ['c','d']",
        "{'a':'b'} | ['c'] | ['c']",
        "{'a':'foo'} | null | null",
        "{'a':'foo'} | 'bar' | 'bar'",
        "{'e':null} | {'a':1} | {'e':null,'a':1}",
        "[1,2] | {'a':'b','c':null} | {'a':'b'}",
        "{} | {'a':{'bb':{'ccc':null}}} | {'a':{'bb':{}}}"
    })
    void theExamplesOfRfc7386Hold(String target, String patch, String expected) {
        assertThat(MergePatch.apply(Json.tree(target), Json.tree(patch))).isEqualTo(Json.tree(expected));
    }

    @Test
    void fieldsKeepTheirPlaceAndNewOnesFollow() {
        var merged = (Map<?, ?>)
                MergePatch.apply(Json.tree("{'z':1,'m':2,'a':3}"), Json.tree("{'n':4,'m':{'x':1},'b':5}"));
        assertThat(merged.keySet()).map(Object::toString).containsExactly("z", "m", "a", "n", "b");
    }

    @Test
    void applyingTwiceIsApplyingOnceAndArgumentsAreLeftAlone() {
        long seed = System.nanoTime();
        for (int i = 0; i < 3000; i++) {
            var random = new Random(seed + i);
            Object target = Json.random(random, 4, true);
            Object patch = Json.random(random, 4, true);
            Object targetBefore = ApiObject.copy(target);
            Object patchBefore = ApiObject.copy(patch);
            Object once = MergePatch.apply(target, patch);
            assertThat(MergePatch.apply(once, patch)).as("seed %d", seed + i).isEqualTo(once);
            scribble(once);
            assertThat(target).as("seed %d", seed + i).isEqualTo(targetBefore);
            assertThat(patch).as("seed %d", seed + i).isEqualTo(patchBefore);
        }
    }

    @Test
    void thePatchThatTurnsOneObjectIntoAnotherDoesSo() {
        long seed = System.nanoTime();
        for (int i = 0; i < 3000; i++) {
            var random = new Random(seed + i);
            Map<String, Object> from = Json.struct(random, 4, false);
            Map<String, Object> to = Json.struct(random, 4, false);
            assertThat(MergePatch.apply(from, difference(from, to))).as("seed %d", seed + i).isEqualTo(to);
        }
    }

    @Test
    void onlyAnObjectPatchesAnObject() {
        assertThat(MergePatch.changes(Map.of())).isEmpty();
        assertThatThrownBy(() -> MergePatch.changes(List.of(1L, 2L)))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(400))
                .hasMessage("error decoding patch: json: cannot unmarshal array "
                + "into Go value of type map[string]interface {}");
    }

    private static Map<String, Object> difference(Map<?, ?> from, Map<?, ?> to) {
        var patch = new LinkedHashMap<String, Object>();
        from.keySet().forEach(name -> patch.put((String) name, null));
        to.forEach((name, value) -> {
            boolean nested = from.get(name) instanceof Map && value instanceof Map;
            patch.put((String) name, nested ? difference((Map<?, ?>) from.get(name), (Map<?, ?>) value) : value);
        });
        return patch;
    }

    /** Changes every map and list of a tree, so that what is shared with it shows. */
    static void scribble(Object tree) {
        if (tree instanceof Map<?, ?> struct) {
            struct.values().forEach(MergePatchTest::scribble);
            struct.clear();
        } else if (tree instanceof List<?> list) {
            list.forEach(MergePatchTest::scribble);
            list.clear();
        }
    }
}
