package mortise.core.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrategicMergePatchTest {

    private static Map<String, Object> patched(String spec, String patch) {
        return patched(Map.of("spec", Json.tree(spec)), Map.of("spec", Json.tree(patch)));
    }

    static Map<String, Object> patched(Map<?, ?> target, Map<?, ?> patch) {
        return StrategicMergePatch.apply(target, patch, Robots.ROBOT, StrategicLimits.DEFAULT);
    }

    /** Compares the order of members and elements too. */
    private static void assertPatched(String spec, String patch, String expected) {
        assertThat(patched(spec, patch).get("spec")).hasToString(Json.tree(expected).toString());
    }

    private static ApiException refused(String spec, String patch) {
        ApiException refused = catchThrowableOfType(ApiException.class, () -> patched(spec, patch));
        assertThat(refused).as("a refusal").isNotNull();
        return refused;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "{'size':1,'raw':2} | {'size':3} | {'size':3,'raw':2}",
        "{'size':1} | {'size':null,'raw':null} | {}",
        "{'size':1} | {'size':'x'} | {'size':'x'}",
        "{'size':1} | {'labels':{'a':'b','c':null}} | {'size':1,'labels':{'a':'b'}}",
        "{'labels':{'a':'1','b':'2'}} | {'labels':{'b':null,'c':'3'}} | {'labels':{'a':'1','c':'3'}}",
        "{'labels':{'a':'1'}} | {'labels':{'$patch':'replace','b':'2'}} | {'labels':{'b':'2'}}",
        "{'labels':null} | {'labels':{'b':'2'}} | {'labels':{'b':'2'}}",
        "{'main':{'name':'a','length':1}} | {'main':{'length':2}} | {'main':{'name':'a','length':2}}",
        "{'main':{'name':'a','length':1}} | {'main':{'$patch':'replace','length':2,'grip':null}} | "
            + "{'main':{'length':2}}",
        "{'main':{'name':'a'},'size':1} | {'main':{'$patch':'delete'}} | {'main':{},'size':1}",
        "{'size':1} | {'main':{'$patch':'delete'}} | {'size':1}",
        "{'size':1} | {'main':{'$patch':'replace','grip':'g'}} | {'size':1,'main':{'grip':'g'}}",
        "{'fixed':{'port':1,'label':'l'}} | {'fixed':{'port':2}} | {'fixed':{'port':2}}",
        "{'byName':{'x':{'tools':[{'port':1}]}}} | {'byName':{'x':{'tools':[{'port':2}]}}} | "
            + "{'byName':{'x':{'tools':[{'port':2},{'port':1}]}}}",
        "{'either':{'tools':[{'port':1}]}} | {'either':{'tools':[{'port':2}]}} | "
            + "{'either':{'tools':[{'port':2},{'port':1}]}}",
        "{'either':true} | {'either':{'name':'a'}} | {'either':{'name':'a'}}",
        "{'raw':{'a':[1],'b':{'c':1}}} | {'raw':{'a':[2],'b':{'d':2}}} | {'raw':{'a':[2],'b':{'c':1,'d':2}}}",
        "{'what':{'a':1}} | {'what':{'b':2},'ever':{'c':null}} | {'what':{'a':1,'b':2},'ever':{}}"
    })
    void membersAreMergedAsTheirTypeSays(String spec, String patch, String expected) {
        assertPatched(spec, patch, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        // An element of the same key is merged, a new one comes first, and the others stay in their order.
        "[{'name':'a','length':1},{'name':'b'}] | [{'name':'a','grip':'g'}] | "
            + "[{'name':'a','length':1,'grip':'g'},{'name':'b'}]",
        "[{'name':'a'},{'name':'b'}] | [{'name':'c'}] | [{'name':'c'},{'name':'a'},{'name':'b'}]",
        "[{'name':'a'},{'name':'b'},{'name':'c'}] | [{'name':'c'},{'name':'a'}] | "
            + "[{'name':'b'},{'name':'c'},{'name':'a'}]",
        "[{'name':'a'},{'name':'b'}] | [{'name':'a'},{'name':'z'}] | [{'name':'a'},{'name':'z'},{'name':'b'}]",
        "[{'name':'a'},{'name':'b'},{'name':'c'}] | [{'name':'c','length':1}] | "
            + "[{'name':'a'},{'name':'b'},{'name':'c','length':1}]",
        "[{'name':'a'}] | [] | [{'name':'a'}]",
        "[] | [] | []",
        "[] | [{'name':'a','grip':null}] | [{'name':'a'}]",
        "[{'name':'a','tools':[{'port':1}]}] | [{'name':'a','tools':[{'port':2},{'port':1.0,'label':'x'}]}] | "
            + "[{'name':'a','tools':[{'port':2},{'port':1.0,'label':'x'}]}]",
        // Keys that stand twice: the first of the target is merged with each of the patch.
        "[{'name':'a'},{'name':'a','length':1}] | [{'name':'a','grip':'g'}] | "
            + "[{'name':'a','grip':'g'},{'name':'a','length':1}]",
        "[{'name':'a'}] | [{'name':'a','grip':'g'},{'name':'a','length':2}] | [{'name':'a','grip':'g','length':2}]",
        "[] | [{'name':'a','grip':'g'},{'name':'a','length':2}] | [{'name':'a','grip':'g','length':2}]",
        // Directives.
        "[{'name':'a'},{'name':'b'},{'name':'a'}] | [{'name':'a','$patch':'delete'}] | [{'name':'b'}]",
        "[{'name':'a'}] | [{'name':'x','$patch':'delete'}] | [{'name':'a'}]",
        "[{'name':'a'},{'name':'b'}] | [{'name':'b','$patch':'delete'},{'name':'c'}] | [{'name':'c'},{'name':'a'}]",
        "[{'name':'a'}] | [{'name':'a','$patch':'delete'}] | []",
        "[{'name':'a','grip':'g'}] | [{'$patch':'replace'},{'name':'c'},{'name':'a'}] | [{'name':'c'},{'name':'a'}]",
        "[{'name':'a'}] | [{'$patch':'replace'}] | []",
        "[{'name':'a','grip':'g'}] | [{'name':'a','$retainKeys':['name','glue'],'glue':'x'}] | "
            + "[{'name':'a','glue':'x'}]",
        "[{'name':'a','labels':{'x':'1'}}] | [{'name':'a','labels':{'$patch':'delete'}}] | "
            + "[{'name':'a','labels':{}}]"
    })
    void elementsAreMergedByTheirKey(String arms, String patch, String expected) {
        assertPatched("{'arms':" + arms + "}", "{'arms':" + patch + "}", "{'arms':" + expected + "}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        // What is set where nothing was is neither merged nor checked, but bare of directives.
        "{} | {'arms':[{'name':'a'},{'name':'a'},{'grip':'g'}]} | {'arms':[{'name':'a'},{'name':'a'},{'grip':'g'}]}",
        "{} | {'arms':[{'name':'a','$patch':'delete'},{'name':'b','$retainKeys':['name']},{'$patch':'replace'}]} | "
            + "{'arms':[{'name':'b'}]}",
        "{'arms':{}} | {'arms':[{'name':'b','grip':null}]} | {'arms':[{'name':'b'}]}",
        "{} | {'arms':null} | {}",
        // Lists that are not merged are replaced.
        "{'notes':[{'name':'a'}]} | {'notes':[{'name':'b'},{'grip':'g'}]} | {'notes':[{'name':'b'},{'grip':'g'}]}",
        "{'notes':[{'name':'a'}]} | {'notes':[]} | {'notes':[]}",
        // Texts and numbers.
        "{'tags':['a','b']} | {'tags':['c']} | {'tags':['c','a','b']}",
        "{'tags':['a','b','a']} | {'tags':['b','b']} | {'tags':['a','b']}",
        "{'sizes':[1,2]} | {'sizes':[3,2]} | {'sizes':[3,1,2]}",
        "{'tags':['a','b','c']} | {'$deleteFromPrimitiveList/tags':['b','x']} | {'tags':['a','c']}",
        "{'tags':['a','b']} | {'$deleteFromPrimitiveList/tags':['b'],'tags':['c']} | {'tags':['c','a']}",
        "{'size':1} | {'$deleteFromPrimitiveList/tags':['b']} | {'size':1}",
        // Orders.
        "{'arms':[{'name':'a'},{'name':'b'}]} | {'$setElementOrder/arms':[{'name':'b'},{'name':'a'}]} | "
            + "{'arms':[{'name':'b'},{'name':'a'}]}",
        "{'arms':[{'name':'a'},{'name':'b'},{'name':'c'}]} | {'$setElementOrder/arms':[{'name':'c'},{'name':'a'}]} | "
            + "{'arms':[{'name':'b'},{'name':'c'},{'name':'a'}]}",
        "{'arms':[{'name':'a'},{'name':'b'},{'name':'c'}]} | {'$setElementOrder/arms':[{'name':'x'},{'name':'c'}],"
            + "'arms':[{'name':'x'},{'name':'b','$patch':'delete'}]} | "
            + "{'arms':[{'name':'x'},{'name':'a'},{'name':'c'}]}",
        "{} | {'$setElementOrder/arms':[{'name':'a'},{'name':'b'}],'arms':[{'name':'a'},{'name':'b'}]} | "
            + "{'arms':[{'name':'a'},{'name':'b'}]}",
        "{'size':1} | {'$setElementOrder/arms':[{'name':'a'}]} | {'size':1}",
        "{'tags':['a','b','c']} | {'$setElementOrder/tags':['c','a'],'tags':['a']} | {'tags':['b','c','a']}",
        "{'tags':['a','b']} | {'$setElementOrder/tags':['b','c'],'tags':['c'],'$deleteFromPrimitiveList/tags':['a']}"
            + " | {'tags':['b','c']}",
        "{'notes':[{'name':'a'},{'name':'b'}]} | {'$setElementOrder/notes':[{'name':'b'}]} | "
            + "{'notes':[{'name':'a'},{'name':'b'}]}",
        // Keys that stay.
        "{'main':{'name':'a','grip':'g','length':1}} | {'main':{'$retainKeys':['name','glue'],'glue':'x'}} | "
            + "{'main':{'name':'a','glue':'x'}}",
        "{'main':{'grip':'g','length':1}} | {'main':{'$retainKeys':[],'length':null}} | {'main':{}}",
        "{'main':{'tools':[{'port':1}]}} | {'main':{'$retainKeys':['tools'],'$setElementOrder/tools':[{'port':2},"
            + "{'port':1}],'tools':[{'port':2}]}} | {'main':{'tools':[{'port':2},{'port':1}]}}"
    })
    void listsAndDirectivesDoWhatTheySay(String spec, String patch, String expected) {
        assertPatched(spec, patch, expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', ignoreLeadingAndTrailingWhitespace = true, value = {
        "500 | {'arms':[{'name':'a'}]} | {'arms':[{'grip':'g','length':2,'labels':{'b':null,'a':[1.5,true]}}]} | "
            + "map: map[grip:g labels:map[a:[1.5 true] b:<nil>] length:2] does not contain declared merge key: name",
        "500 | {'arms':[{'grip':'g'}]} | {'arms':[{'name':'a'}]} | "
            + "map: map[grip:g] does not contain declared merge key: name",
        "500 | {'arms':[{'name':'a'}]} | {'arms':[{'$patch':'delete'}]} | "
            + "map: map[$patch:delete] does not contain declared merge key: name",
        "500 | {'arms':[{'name':'a'}]} | {'arms':[{'$patch':'replace'},{}]} | "
            + "map: map[] does not contain declared merge key: name",
        "500 | {'main':{}} | {'main':{'$patch':'merge','length':1}} | "
            + "unknown patch type: merge in map: map[$patch:merge length:1]",
        "500 | {'main':{}} | {'main':{'$patch':null}} | unknown patch type: <nil> in map: map[$patch:<nil>]",
        "500 | {'arms':[{'name':'a'}]} | {'arms':[{'name':'a','$patch':'x'}]} | "
            + "unknown patch type: x in map: map[$patch:x name:a]",
        "500 | {'arms':[{'name':'a'}]} | {'arms':[{'name':'a','$patch':'merge'}]} | "
            + "merging lists cannot yet be specified in the patch",
        "500 | {'arms':[{'name':'a'}]} | {'arms':['x']} | "
            + "list element types are not identical: [[map[name:a]] [x]]",
        "500 | {'tags':['a']} | {'tags':[1]} | list element types are not identical: [[a] [1]]",
        "500 | {'keyless':[{'port':1}]} | {'keyless':[{'port':2}]} | "
            + "cannot merge lists without merge key for type struct",
        "422 | {'tags':[['a']]} | {'tags':[['b']]} | the server rejected our request due to an error in our request",
        "500 | {'arms':[]} | {'$setElementOrder/arms':[{'name':'b'}],'arms':[{'name':'a'}]} | "
            + "`The order in patch list:\n[map[name:a]]\n doesn't match $setElementOrder list:\n[map[name:b]]\n`",
        "500 | {'tags':['a']} | {'$setElementOrder/tags':['a','b'],'tags':['b','a']} | "
            + "`The order in patch list:\n[b a]\n doesn't match $setElementOrder list:\n[a b]\n`",
        "500 | {'arms':[{'name':'a'}]} | {'$setElementOrder/arms':[{'x':1}]} | "
            + "map: map[x:1] does not contain declared merge key: name",
        "500 | {'arms':[{'name':'a'}]} | {'$setElementOrder/arms':['a']} | "
            + "expected a map[string]interface {}, but received a string",
        "500 | {'arms':[{'name':'a'}]} | {'$setElementOrder/arms':{}} | "
            + "expected a []interface {}, but received a map[string]interface {}",
        "500 | {'tags':['a']} | {'$setElementOrder/tags':['a'],'tags':null} | "
            + "expected a []interface {}, but received a %!s(<nil>)",
        "500 | {'size':1} | {'$setElementOrder/size':[1]} | expected a []interface {}, but received a int64",
        "500 | {} | {'$setElementOrder/nope':[]} | unable to find api field in struct RobotSpec for the json field "
            + "\"nope\"",
        "400 | {} | {'$setElementOrder':[]} | invalid patch format of setElementOrder list",
        "400 | {'tags':['a']} | {'$deleteFromPrimitiveList':[]} | invalid patch format of primitive list",
        "400 | {'tags':['a']} | {'$deleteFromPrimitiveList/tags':'a'} | invalid patch format of primitive list",
        "400 | {'arms':[{'name':'a'}]} | {'$deleteFromPrimitiveList/arms':[{'name':'a'}]} | "
            + "invalid patch format of primitive list",
        "400 | {'notes':[]} | {'$deleteFromPrimitiveList/notes':['a']} | invalid patch format of primitive list",
        "400 | {'main':{}} | {'main':{'$retainKeys':'x'}} | invalid patch format of retainKeys",
        "400 | {'main':{}} | {'main':{'$retainKeys':['name'],'grip':'g'}} | invalid patch format of retainKeys"
    })
    void whatCannotBeAppliedIsRefusedInTheWordsClientsKnow(int code, String spec, String patch, String message) {
        ApiException refused = refused(spec, patch);
        assertThat(refused).hasMessage(message);
        assertThat(refused.status().code()).isEqualTo(code);
        assertThat(refused.status().reason().text()).isEqualTo(
                code == 500 ? "" : code == 400 ? "BadRequest" : "Invalid");
    }

    @Test
    void theWholeObjectCanBeReplacedOrEmptied() {
        Map<?, ?> robot = (Map<?, ?>) Json.tree("{'kind':'Robot','spec':{'size':1}}");
        assertThat(patched(robot, (Map<?, ?>) Json.tree("{'$patch':'replace','kind':'R'}")))
                .isEqualTo(Json.tree("{'kind':'R'}"));
        assertThat(patched(robot, Map.of("$patch", "delete"))).isEmpty();
        assertThat(catchThrowableOfType(ApiException.class, () -> patched(robot, Map.of("$patch", "bogus"))))
                .hasMessage("unknown patch type: bogus in map: map[$patch:bogus]");
    }

    @Test
    void limitsHoldForDepthElementsAndQuotes() {
        Map<String, Object> deep = new LinkedHashMap<>();
        for (int i = 0; i < 512; i++) {
            deep = new LinkedHashMap<>(Map.of("a", deep));
        }
        Map<String, Object> tooDeep = deep;
        assertThat(catchThrowableOfType(ApiException.class, () -> patched(Map.of(), tooDeep)).status().code())
                .isEqualTo(422);
        assertThat(patched(Map.of(), (Map<?, ?>) deep.get("a"))).isEqualTo(deep.get("a"));

        Map<?, ?> robot = Map.of("spec", Json.tree("{'tags':['a','b']}"));
        var narrow = new StrategicLimits(10, 4, 10);
        assertThat(catchThrowableOfType(ApiException.class,
                () -> StrategicMergePatch.apply(robot, robot, Robots.ROBOT, narrow)).status().code()).isEqualTo(413);
        assertThat(catchThrowableOfType(ApiException.class, () -> StrategicMergePatch.apply(
                robot, Map.of("$patch", "x".repeat(100)), Robots.ROBOT, narrow)))
                .hasMessage("unknown patch type: xxxxxxxxxx... in map: map[$patch...");
    }

    @Test
    void aListThatIsMergedOverAndOverIsRefusedBeforeItTakesLong() {
        var tools = new ArrayList<Map<String, Object>>();
        for (long port = 0; port < 20_000; port++) {
            tools.add(Map.of("port", port));
        }
        var changes = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < 20_000; i++) {
            changes.add(Map.of("name", "a", "tools", List.of(Map.of("port", 1L))));
        }
        Map<?, ?> robot = Map.of("spec", Map.of("arms", List.of(Map.of("name", "a", "tools", tools))));
        assertThat(catchThrowableOfType(ApiException.class,
                () -> patched(robot, Map.of("spec", Map.of("arms", changes)))).status().code()).isEqualTo(413);
        assertThat(patched(robot, robot)).isEqualTo(robot);
    }

    @ParameterizedTest
    @CsvSource({"0.0,0", "1.0,1", "-2.5,-2.5", "1e20,100000000000000000000", "1e21,1e+21", "1.5E-5,1.5e-05",
        "1e-4,0.0001", "-1.25E100,-1.25e+100"})
    void numbersAreQuotedAsClientsKnowThem(double number, String shown) {
        assertThat(QuotedTree.of(number, 100)).isEqualTo(shown);
    }
}
