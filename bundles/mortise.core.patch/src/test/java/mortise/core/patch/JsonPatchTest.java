package mortise.core.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPatchTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'foo':'bar'} | [{'op':'add','path':'/baz','value':'qux'}] | {'baz':'qux','foo':'bar'}",
        "{'foo':['bar','baz']} | [{'op':'add','path':'/foo/1','value':'qux'}] | {'foo':['bar','qux','baz']}",
        "{'baz':'qux','foo':'bar'} | [{'op':'remove','path':'/baz'}] | {'foo':'bar'}",
        "{'foo':['bar','qux','baz']} | [{'op':'remove','path':'/foo/1'}] | {'foo':['bar','baz']}",
        "{'baz':'qux','foo':'bar'} | [{'op':'replace','path':'/baz','value':'boo'}] | {'baz':'boo','foo':'bar'}",
        "{'foo':{'bar':'baz','waldo':'fred'},'qux':{'corge':'grault'}} | "
                + "[{'op':'move','from':'/foo/waldo','path':'/qux/thud'}]"
                + " | {'foo':{'bar':'baz'},'qux':{'corge':'grault','thud':'fred'}}",
        "{'foo':['all','grass','cows','eat']} | "
                + "[{'op':'move','from':'/foo/1','path':'/foo/3'}] | {'foo':['all','cows','eat','grass']}",
        "{'baz':'qux','foo':['a',2,'c']} | "
                + "[{'op':'test','path':'/baz','value':'qux'},{'op':'test','path':'/foo/1','value':2}]"
                + " | {'baz':'qux','foo':['a',2,'c']}",
        "{'foo':'bar'} | [{'op':'add','path':'/child','value':{'grandchild':{}}}] | "
                + "{'foo':'bar','child':{'grandchild':{}}}",
        "{'foo':'bar'} | [{'op':'add','path':'/baz','value':'qux','xyz':123}] | {'foo':'bar','baz':'qux'}",
        "{'/':9,'~1':10} | [{'op':'test','path':'/~01','value':10}] | {'/':9,'~1':10}",
        "{'foo':['bar']} | [{'op':'add','path':'/foo/-','value':['abc','def']}] | {'foo':['bar',['abc','def']]}",
        "{'a':1} | [] | {'a':1}",
        "{'a':1} | [{'op':'replace','path':'','value':[1]}] | [1]",
        "{'a':1} | [{'op':'replace','path':'/b','value':2}] | {'a':1,'b':2}",
        "{'a':1} | [{'op':'add','path':'','value':null}] | null",
        "{'a':null} | [{'op':'test','path':'/a','value':null},{'op':'replace','path':'/a','value':1}] | {'a':1}",
        "{'a':1} | [{'op':'test','path':'/a','value':1.0}] | {'a':1}",
        "{'':{'':1}} | [{'op':'replace','path':'//','value':2}] | {'':{'':2}}",
        "{'a':[1,2]} | [{'op':'add','path':'/a/2','value':3}] | {'a':[1,2,3]}",
        "{'a':{'b':1}} | [{'op':'copy','from':'/a','path':'/a/c'}] | {'a':{'b':1,'c':{'b':1}}}",
        "{'a':{'b':1}} | [{'op':'copy','from':'','path':'/d'}] | {'a':{'b':1},'d':{'a':{'b':1}}}",
        "{'a':1} | [{'op':'move','from':'/a','path':'/a'}] | {'a':1}",
        "{'a':{'x/y':1}} | [{'op':'add','path':'/a/x~1w','value':'q'}] | {'a':{'x/y':1,'x/w':'q'}}",
        "{'a':1} | [{'op':'test','path':'/b','value':null},{'op':'add','path':'/b','value':2}] | {'a':1,'b':2}",
        "{'a':[1,2]} | [{'op':'remove','path':'/a/-1'},{'op':'replace','path':'/a/-1','value':3}] | {'a':[3]}",
        "{'a':[1,2]} | [{'op':'add','path':'/a/-1','value':3},{'op':'add','path':'/a/-2','value':4}] | {'a':[1,2,4,3]}",
        "{'a':[1,{'b':2}]} | [{'op':'replace','path':'/a/-1/b','value':3}] | {'a':[1,{'b':3}]}"
    })
    void theExamplesOfRfc6902Hold(String document, String patch, String expected) {
        assertThat(apply(document, patch)).isEqualTo(Json.tree(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'baz':'qux'} | [{'op':'test','path':'/baz','value':'bar'}]",
        "{'foo':'bar'} | [{'op':'add','path':'/baz/bat','value':'qux'}]",
        "{'/':9,'~1':10} | [{'op':'test','path':'/~01','value':'10'}]",
        "{'a':1} | [{'op':'remove','path':'/b'}]",
        "{'a':1} | [{'op':'remove','path':''}]",
        "{'a':1} | [{'op':'replace','path':'/b/c','value':1}]",
        "{'a':[1]} | [{'op':'replace','path':'/a/1','value':1}]",
        "{'a':1} | [{'op':'bogus','path':'/a'}]",
        "{'a':1} | [{'path':'/a'}]",
        "{'a':1} | [{'op':'add','value':1}]",
        "{'a':1} | [{'op':'add','path':'/b'}]",
        "{'a':1} | [{'op':'add','path':'b','value':1}]",
        "{'a':1} | [{'op':'add','path':'/~2','value':1}]",
        "{'a':1} | [{'op':'add','path':'/b~','value':1}]",
        "{'a':1} | [{'op':'copy','path':'/b'}]",
        "{'a':1} | [{'op':'copy','from':'/x','path':'/b'}]",
        "{'a':1} | [{'op':'move','from':'/x','path':'/x'}]",
        "{'a':{'b':1}} | [{'op':'move','from':'/a','path':'/a/b'}]",
        "{'a':[1]} | [{'op':'add','path':'/a/2','value':1}]",
        "{'a':[1]} | [{'op':'add','path':'/a/01','value':1}]",
        "{'a':[1]} | [{'op':'add','path':'/a/-3','value':1}]",
        "{'a':[1]} | [{'op':'remove','path':'/a/-2'}]",
        "{'a':[1]} | [{'op':'remove','path':'/a/-0'}]",
        "{'a':[1]} | [{'op':'add','path':'/a/1e0','value':1}]",
        "{'a':[1]} | [{'op':'add','path':'/a/','value':1}]",
        "{'a':[1]} | [{'op':'remove','path':'/a/-'}]",
        "{'a':[1]} | [{'op':'test','path':'/a/99999999999999999999','value':1}]",
        "{'a':1} | [{'op':'test','path':'/a/b','value':1}]",
        "{'a':1} | [{'op':'test','path':'/b','value':1}]",
        "{'a':1} | [{'op':'test','path':'/b/c','value':null}]",
        "{'a':[1]} | [{'op':'test','path':'/a/1','value':null}]",
        "1 | [{'op':'add','path':'/b','value':1}]"
    })
    void whatDoesNotFitTheDocumentIsInvalid(String document, String patch) {
        assertThatThrownBy(() -> apply(document, patch)).isInstanceOfSatisfying(ApiException.class, failure -> {
            assertThat(failure.status().reason()).isEqualTo(ErrorReason.INVALID);
            assertThat(failure.status().message())
                    .isEqualTo("the server rejected our request due to an error in our request");
            assertThat(failure.status().details()).isPresent();
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "['x'] | string into Go value of type handlers.jsonPatchOp",
        "[null] | null into Go value of type handlers.jsonPatchOp",
        "[{'op':1,'path':'/a'}] | number into Go struct field jsonPatchOp.op of type string",
        "[{'op':'add','path':['a'],'value':1}] | array into Go struct field jsonPatchOp.path of type string"
    })
    void whatIsNoOperationIsABadRequest(String patch, String what) {
        assertThatThrownBy(() -> apply("{}", patch))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(400))
                .hasMessage("error decoding patch: json: cannot unmarshal " + what);
    }

    @Test
    void onlyAListIsAJsonPatch() {
        assertThat(JsonPatch.operations(List.of())).isEmpty();
        assertThatThrownBy(() -> JsonPatch.operations(Map.of("op", "add")))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(400))
                .hasMessage("error decoding patch: json: cannot unmarshal object "
                + "into Go value of type []handlers.jsonPatchOp");
    }

    @Test
    void tooManyOperationsAreTooLarge() {
        Object operation = Json.tree("{'op':'add','path':'/k','value':'v'}");
        List<Object> most = Collections.nCopies(10_000, operation);
        assertThat(JsonPatch.apply(new HashMap<>(), most, JsonPatchLimits.DEFAULT)).isEqualTo(Map.of("k", "v"));
        List<Object> more = Collections.nCopies(10_001, operation);
        assertThatThrownBy(() -> JsonPatch.apply(new HashMap<>(), more, JsonPatchLimits.DEFAULT))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(413))
                .hasMessage("Request entity too large: The allowed maximum operations in a JSON patch "
                + "is 10000, got 10001");
    }

    @Test
    void copiesMayNotExceedTheirLimit() {
        Map<String, Object> document = Map.of("a", "x".repeat(1_024_000));
        var operations = new ArrayList<Object>();
        for (String to : List.of("b", "c", "d")) {
            operations.add(Map.of("op", "copy", "from", "/a", "path", "/" + to));
        }
        assertThat((Map<?, ?>) JsonPatch.apply(document, operations, JsonPatchLimits.DEFAULT)).hasSize(4);
        operations.add(Map.of("op", "copy", "from", "/a", "path", "/e"));
        assertThatThrownBy(() -> JsonPatch.apply(document, operations, JsonPatchLimits.DEFAULT))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(422));
    }

    @Test
    void copiesThatGrowByDoublingAreRefused() {
        List<?> doubling = Collections.nCopies(10_000, Json.tree("{'op':'copy','from':'','path':'/a'}"));
        assertInvalid("{'x':1}", doubling);
        List<?> growing = Collections.nCopies(10_000, Json.tree("{'op':'copy','from':'/l','path':'/l/-'}"));
        assertInvalid("{'l':[]}", growing);
    }

    @Test
    void nestingByOperationsIsLimitedAndNeverOverflowsTheStack() {
        var operations = new ArrayList<Object>();
        var path = new StringBuilder();
        for (int i = 0; i < 9000; i++) {
            path.append("/a");
            operations.add(Map.of("op", "add", "path", path.toString(), "value", Map.of()));
        }
        assertInvalid("{}", operations.subList(0, 600));
        assertInvalid("{}", operations.subList(0, 5000));
        operations.subList(511, operations.size()).clear();
        assertThat(JsonPatch.apply(new HashMap<>(), operations, JsonPatchLimits.DEFAULT)).isNotNull();
    }

    @Test
    void copiedAndAddedValuesAreNotShared() {
        Object value = Json.tree("{'x':[1]}");
        var patched = JsonPatch.apply(
                new HashMap<>(),
                List.of(
                        Map.of("op", "add", "path", "/a", "value", value),
                        Map.of("op", "add", "path", "/b", "value", value),
                        Map.of("op", "copy", "from", "/a", "path", "/c"),
                        Map.of("op", "add", "path", "/a/x/-", "value", 2L)),
                JsonPatchLimits.DEFAULT);
        assertThat(patched).isEqualTo(Json.tree("{'a':{'x':[1,2]},'b':{'x':[1]},'c':{'x':[1]}}"));
        assertThat(value).isEqualTo(Json.tree("{'x':[1]}"));
    }

    @Test
    void randomPatchesChangeNeitherTheirArgumentsNorShareValues() {
        long seed = System.nanoTime();
        int applied = 0;
        for (int i = 0; i < 5000; i++) {
            var random = new Random(seed + i);
            Object document = Json.struct(random, 4, true);
            List<Object> operations = operations(random);
            Object documentBefore = ApiObject.copy(document);
            Object operationsBefore = ApiObject.copy(operations);
            try {
                Object patched = JsonPatch.apply(document, operations, JsonPatchLimits.DEFAULT);
                assertNothingTwice(patched, Collections.newSetFromMap(new IdentityHashMap<>()), seed + i);
                MergePatchTest.scribble(patched);
                applied++;
            } catch (ApiException refused) {
                assertThat(refused.status().code()).as("seed %d", seed + i).isEqualTo(422);
            }
            assertThat(document).as("seed %d", seed + i).isEqualTo(documentBefore);
            assertThat(operations).as("seed %d", seed + i).isEqualTo(operationsBefore);
        }
        assertThat(applied).as("seed %d: patches that fitted", seed).isGreaterThan(100);
    }

    @Test
    void addingThenRemovingRestoresTheDocument() {
        long seed = System.nanoTime();
        for (int i = 0; i < 2000; i++) {
            var random = new Random(seed + i);
            Map<String, Object> document = Json.struct(random, 4, true);
            Object value = Json.random(random, 3, true);
            List<?> patch = List.of(
                    operation("add", "/new", value),
                    operation("test", "/new", value),
                    Map.of("op", "copy", "from", "/new", "path", "/again"),
                    operation("test", "/again", value),
                    Map.of("op", "move", "from", "/again", "path", "/new"),
                    Map.of("op", "remove", "path", "/new"));
            assertThat(JsonPatch.apply(document, patch, JsonPatchLimits.DEFAULT))
                    .as("seed %d", seed + i).isEqualTo(document);
        }
    }

    private static List<Object> operations(Random random) {
        String[] kinds = {"add", "add", "remove", "replace", "move", "copy", "copy"};
        String[] paths = {"/a", "/b", "/c~1d", "/e~0f", "/", "/0", "/a/0", "/a/-", "/a/b", "/b/a",
                "/b/0", "/a/a/a", "/b/-", ""};
        var operations = new ArrayList<Object>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            Map<String, Object> operation = operation(
                    kinds[random.nextInt(kinds.length)], paths[random.nextInt(paths.length)],
                            Json.random(random, 2, true));
            operation.put("from", paths[random.nextInt(paths.length)]);
            operations.add(operation);
        }
        return operations;
    }

    private static Map<String, Object> operation(String kind, String path, Object value) {
        var operation = new HashMap<String, Object>();
        operation.put("op", kind);
        operation.put("path", path);
        operation.put("value", value);
        return operation;
    }

    private static void assertNothingTwice(Object tree, Set<Object> seen, long seed) {
        if (tree instanceof Map<?, ?> struct) {
            assertThat(seen.add(tree)).as("seed %d: a struct in two places", seed).isTrue();
            struct.values().forEach(item -> assertNothingTwice(item, seen, seed));
        } else if (tree instanceof List<?> list) {
            assertThat(seen.add(tree)).as("seed %d: a list in two places", seed).isTrue();
            list.forEach(item -> assertNothingTwice(item, seen, seed));
        }
    }

    private static void assertInvalid(String document, List<?> operations) {
        assertThatThrownBy(() -> JsonPatch.apply(Json.tree(document), operations, JsonPatchLimits.DEFAULT))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().code()).isEqualTo(422));
    }

    private static Object apply(String document, String patch) {
        return JsonPatch.apply(Json.tree(document), Json.list(patch), JsonPatchLimits.DEFAULT);
    }
}
