package mortise.core.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorCause;
import mortise.api.ErrorReason;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.junit.jupiter.api.Test;

class FieldOwnershipTest {

    private final Story story = new Story();

    @Test
    void applyCreatesUpdatesAndRemovesWhatIsOmitted() {
        story.apply("m", "'data':{'a':'1'}").is("'data':{'a':'1'}").owned("m Apply 01 {'f:data':{'f:a':{}}}")
                .apply("m", "'data':{'a':'1'}").owned("m Apply 01 {'f:data':{'f:a':{}}}")
                .apply("m", "'data':{'a':'2','b':'x'}").owned("m Apply 03 {'f:data':{'f:a':{},'f:b':{}}}")
                .apply("m", "'data':{'b':'x'}").is("'data':{'b':'x'}").owned("m Apply 04 {'f:data':{'f:b':{}}}")
                .apply("m", "'data':{}").is("").owned("m Apply 05 {'f:data':{}}")
                .apply("m", "").is("").owned();
    }

    @Test
    void aFieldOfAnotherManagerIsAConflictUnlessForced() {
        story.apply("one", "'data':{'a':'1','b':'1'}");
        ApiException refused = story.refused("two", "'data':{'a':'2'}");
        assertThat(refused.status().reason()).isEqualTo(ErrorReason.CONFLICT);
        assertThat(refused).hasMessage("Apply failed with 1 conflict: conflict with \"one\": .data.a");
        assertThat(refused.status().details().orElseThrow().causes())
                .containsExactly(new ErrorCause("FieldManagerConflict", "conflict with \"one\"", ".data.a"));
        story.force("two", "'data':{'a':'2'}").is("'data':{'a':'2','b':'1'}").owned(
                "one Apply 01 {'f:data':{'f:b':{}}}", "two Apply 03 {'f:data':{'f:a':{}}}");
        assertThat(story.refused("one", "'data':{'a':'1','b':'2'}"))
                .hasMessage("Apply failed with 1 conflict: conflict with \"two\": .data.a");
    }

    @Test
    void conflictsAreListedByManager() {
        story.apply("one", "'data':{'a':'1','b':'1'}").write("two", "'data':{'a':'1','b':'1','c':'1'}");
        ApiException refused = story.refused("three", "'data':{'c':'2','b':'2','a':'2'}");
        assertThat(refused).hasMessage("Apply failed with 3 conflicts: conflicts with \"one\":\n- .data.a\n- .data.b\n"
                + "conflicts with \"two\" using made.io/v1:\n- .data.c");
        assertThat(refused.status().details().orElseThrow().causes()).hasSize(3);
    }

    @Test
    void equalValuesAreShared() {
        story.apply("one", "'data':{'k':'v','own':'1'}").apply("two", "'data':{'k':'v'}").owned(
                "two Apply - {'f:data':{'f:k':{}}}", "one Apply 01 {'f:data':{'f:k':{},'f:own':{}}}");
        assertThat(story.refused("one", "'data':{'k':'w'}")).hasMessageContaining("\"two\": .data.k");
        story.apply("one", "'data':{'own':'1'}").is("'data':{'k':'v','own':'1'}")
                .apply("two", "'data':{'k':'w'}").is("'data':{'k':'w','own':'1'}")
                .apply("two", "'data':{}").is("'data':{'own':'1'}")
                .apply("one", "'data':{}").is("")
                .owned("two Apply 06 {'f:data':{}}", "one Apply 07 {'f:data':{}}");
    }

    @Test
    void otherWritesTakeWhatTheyChange() {
        story.write("creator", "'data':{'a':'1','b':'1'}")
                .owned("creator Update 01 {'f:data':{'.':{},'f:a':{},'f:b':{}}}");
        assertThat(story.refused("app", "'data':{'a':'2'}")).hasMessage(
                "Apply failed with 1 conflict: conflict with \"creator\" using made.io/v1: .data.a");
        story.apply("app", "'data':{'b':'1'}").owned("app Apply - {'f:data':{'f:b':{}}}",
                        "creator Update 01 {'f:data':{'.':{},'f:a':{},'f:b':{}}}")
                .write("patcher", "'data':{'a':'1','b':'5','n':'1'}").owned(
                        "creator Update 01 {'f:data':{'.':{},'f:a':{}}}",
                        "patcher Update 04 {'f:data':{'f:b':{},'f:n':{}}}")
                .write("putter", "'data':{'a':'1','b':'6'}").owned(
                        "creator Update 01 {'f:data':{'.':{},'f:a':{}}}", "putter Update 05 {'f:data':{'f:b':{}}}")
                .force("app", "'data':{'b':'1'}").owned("app Apply 06 {'f:data':{'f:b':{}}}",
                        "creator Update 01 {'f:data':{'.':{},'f:a':{}}}")
                .write("app", "'data':{'z':'1'}").owned("creator Update 01 {'f:data':{}}",
                        "app Update 07 {'f:data':{'f:z':{}}}");
    }

    @Test
    void writesOfAManagerAddUp() {
        story.write("m", "'data':{'a':'1'}").write("m", "'data':{'a':'1','b':'1'}")
                .owned("m Update 02 {'f:data':{'.':{},'f:a':{},'f:b':{}}}")
                .write("m", "'data':{'a':'1','b':'1'}").owned("m Update 02 {'f:data':{'.':{},'f:a':{},'f:b':{}}}")
                .write("", "'data':{'a':'1','b':'2'}").owned("m Update 02 {'f:data':{'.':{},'f:a':{}}}",
                        "unknown Update 04 {'f:data':{'f:b':{}}}");
    }

    @Test
    void fieldsThatAreAlwaysThereAreNotOwnedThemselves() {
        story.write("m", "'spec':{'size':1,'parts':[{'name':'a','resources':{}}]},'status':{}").owned(
                "m Update 01 {'f:spec':{'f:parts':{'.':{},'k:{`name`:`a`}':{'.':{},'f:name':{},'f:resources':{}}},"
                        + "'f:size':{}}}");
    }

    @Test
    void whatTheServerKeepsIsNotOwned() {
        story.write("m", "'metadata':{'uid':'u','namespace':'n','resourceVersion':'1','labels':{'l':'1'}}")
                .owned("m Update 01 {'f:metadata':{'f:labels':{'.':{},'f:l':{}}}}");
    }

    @Test
    void fieldsAreOwnedInOrderHoweverManyTheyAre() {
        var data = new StringBuilder();
        var fields = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            data.append(i == 0 ? "" : ",").append("'k").append(10 + 37 * i % 100).append("':'v'");
        }
        List<String> names = IntStream.range(0, 100).mapToObj(i -> "k" + (10 + i)).sorted().toList();
        names.forEach(name -> fields.append(",'f:").append(name).append("':{}"));
        story.write("m", "'data':{" + data + "}").owned("m Update 01 {'f:data':{'.':{}" + fields + "}}");
    }

    @Test
    void itemsAreToldApartByTheirKeys() {
        story.apply("one", "'spec':{'parts':[{'name':'a','image':'i','ports':[{'number':80}]}]}").owned(
                "one Apply 01 {'f:spec':{'f:parts':{'k:{`name`:`a`}':{'.':{},'f:image':{},'f:name':{},"
                        + "'f:ports':{'k:{`number`:80,`protocol`:`TCP`}':{'.':{},'f:number':{}}}}}}}")
                .apply("two", "'spec':{'parts':[{'name':'side','image':'s'}]}")
                .is("'spec':{'parts':[{'name':'a','image':'i','ports':[{'number':80}]},{'name':'side','image':'s'}]}");
        assertThat(story.refused("two", "'spec':{'parts':[{'name':'a','image':'o'}]}")).hasMessage(
                "Apply failed with 1 conflict: conflict with \"one\": .spec.parts[name=\"a\"].image");
        story.apply("three", "'spec':{'parts':[{'name':'a','args':['x','y']}]}")
                .apply("one", "'spec':{'parts':[{'name':'a','image':'i'}]}")
                .is("'spec':{'parts':[{'name':'a','image':'i','args':['x','y']},{'name':'side','image':'s'}]}")
                .apply("two", "'spec':{'parts':[]}")
                .is("'spec':{'parts':[{'name':'a','image':'i','args':['x','y']}]}").owned(
                        "three Apply 04 {'f:spec':{'f:parts':{'k:{`name`:`a`}':{'.':{},'f:args':{},'f:name':{}}}}}",
                        "one Apply 05 {'f:spec':{'f:parts':{'k:{`name`:`a`}':{'.':{},'f:image':{},'f:name':{}}}}}");
    }

    @Test
    void appliedItemsHaveTheOrderOfTheIntent() {
        story.write("m", "'metadata':{'finalizers':['x','b','a','y']}")
                .apply("n", "'metadata':{'finalizers':['a','b','n']}")
                .is("'metadata':{'finalizers':['x','a','y','b','n']}");
    }

    @Test
    void valuesOfSetsAreOwnedOneByOne() {
        story.apply("one", "'metadata':{'finalizers':['a','b']}")
                .owned("one Apply 01 {'f:metadata':{'f:finalizers':{'v:`a`':{},'v:`b`':{}}}}")
                .apply("two", "'metadata':{'finalizers':['b','c']}").is("'metadata':{'finalizers':['a','b','c']}")
                .apply("one", "'metadata':{'finalizers':['a']}").is("'metadata':{'finalizers':['a','b','c']}")
                .apply("two", "").is("'metadata':{'finalizers':['a']}")
                .apply("one", "'metadata':{'labels':{'l':'1'},'annotations':{'a/b':'1'}}")
                .is("'metadata':{'labels':{'l':'1'},'annotations':{'a/b':'1'}}")
                .owned("one Apply 05 {'f:metadata':{'f:annotations':{'f:a/b':{}},'f:labels':{'f:l':{}}}}");
    }

    @Test
    void wholesHaveOneOwner() {
        story.apply("one", "'spec':{'selector':{'a':'1'},'raw':{'x':{'y':1}},'json':{'x':[1],'y':{'z':null}}}").owned(
                "one Apply 01 {'f:spec':{'f:json':{'f:x':{},'f:y':{'.':{},'f:z':{}}},'f:raw':{},'f:selector':{}}}");
        assertThat(story.refused("two", "'spec':{'selector':{'b':'1'}}"))
                .hasMessage("Apply failed with 1 conflict: conflict with \"one\": .spec.selector");
        story.force("two", "'spec':{'selector':{'b':'1'}}").apply("two", "").is(
                "'spec':{'raw':{'x':{'y':1}},'json':{'x':[1],'y':{'z':null}}}");
    }

    @Test
    void membersOfMapsOfObjectsAreOwned() {
        story.apply("m", "'spec':{'byName':{'a':{'number':1}}}")
                .owned("m Apply 01 {'f:spec':{'f:byName':{'f:a':{'.':{},'f:number':{}}}}}");
    }

    @Test
    void mistakesOfAnIntentAreReported() {
        assertThat(story.refused("m", "'spec':{'parts':[{'name':'a'},{'name':'a'}]}")).hasMessage(
                "failed to create typed patch object (/x; made.io/v1, Kind=Made): .spec.parts: "
                        + "duplicate entries for key [name=\"a\"]");
        assertThat(story.refused("m", "'spec':{'parts':[{'name':'a','ports':[{'number':8},{'number':8}]}]}"))
                .hasMessageEndingWith(".spec.parts[name=\"a\"].ports: "
                        + "duplicate entries for key [number=8,protocol=\"TCP\"]");
        assertThat(story.refused("m", "'spec':{'bogus':1}"))
                .hasMessageEndingWith(": .spec.bogus: field not declared in schema");
        ApiException refused = story.refused("m", "'spec':{'size':'two','on':1}");
        assertThat(refused).hasMessageEndingWith("errors:\n  .spec.size: expected numeric (int or float), got string\n"
                + "  .spec.on: expected boolean, got &{1}");
        assertThat(refused.status().reason()).isEqualTo(ErrorReason.UNKNOWN);
        assertThat(story.refused("m", "'data':{'a':1}"))
                .hasMessageEndingWith(".data.a: expected string, got &value.valueUnstructured{Value:1}");
        assertThat(story.refused("m", "'spec':{'keyed':[{}]}")).hasMessageEndingWith(".spec.keyed: element 0: "
                + "associative list with keys has an element that omits key field \"id\" "
                + "(and doesn't have default value)");
        assertThat(story.refused("m", "'spec':{'parts':{}}")).hasMessageEndingWith("expected list, got &{map[]}");
        assertThat(story.refused("m", "'spec':[1]")).hasMessageEndingWith(".spec: expected map, got &{[1]}");
    }

    @Test
    void aKeyThatIsAlwaysThereMayBeLeftOut() {
        story.apply("m", "'spec':{'parts':[{'image':'i'}]}").owned(
                "m Apply 01 {'f:spec':{'f:parts':{'k:{`name`:``}':{'.':{},'f:image':{}}}}}");
    }

    @Test
    void anIntentNamesNoOwnersAndTheVersionOfItsRequest() {
        assertThat(story.refused("m", "'metadata':{'managedFields':[]}"))
                .hasMessage("metadata.managedFields must be nil");
        FieldWriter writer = new FieldWriter("m", Made.V1, "", Instant.EPOCH);
        var ownership = new FieldOwnership(new Made(), List.of());
        assertThat(catchThrowable(
                () -> ownership.apply(Optional.empty(), Made.object(Made.V2, ""), writer, false)))
                .hasMessage("Incorrect version specified in apply patch. Specified patch version: made.io/v2, "
                        + "expected: made.io/v1");
    }

    @Test
    void duplicatesOfTheLiveObjectHaveOneOwner() {
        story.write("m", "'spec':{'parts':[{'name':'a','image':'1'},{'name':'a','image':'2'}]}")
                .owned("m Update 01 {'f:spec':{'f:parts':{'.':{},'k:{`name`:`a`}':{}}}}")
                .write("n", "'spec':{'parts':[{'name':'a','image':'1'}]}").owned(
                        "m Update 01 {'f:spec':{'f:parts':{}}}",
                        "n Update 02 {'f:spec':{'f:parts':{'k:{`name`:`a`}':{'.':{},'f:image':{},'f:name':{},"
                                + "'f:resources':{}}}}}")
                .write("o", "'spec':{'parts':[{'name':'a'},{'name':'a'}]}").owned(
                        "m Update 01 {'f:spec':{'f:parts':{}}}",
                        "o Update 03 {'f:spec':{'f:parts':{'k:{`name`:`a`}':{}}}}");
    }

    @Test
    void subresourcesHaveEntriesOfTheirOwn() {
        story.apply("spec", "'spec':{'size':2},'status':{'ready':7}")
                .owned("spec Apply 01 {'f:spec':{'f:size':{}}}");
        ApiObject status = story.object().deepCopy();
        status.tree().put("status", Made.tree("{'ready':1,'seen':1}"));
        status.metadata().tree().put("managedFields", List.of(Map.of()));
        story.write("ctl", status, "status").owned("spec Apply 01 {'f:spec':{'f:size':{}}}",
                "ctl/status Update 02 {'f:status':{'f:ready':{},'f:seen':{}}}");
        story.applyStatus("stat", "'spec':{'size':9},'status':{'ready':1}").owned(
                "spec Apply 01 {'f:spec':{'f:size':{}}}", "stat/status Apply 03 {'f:status':{'f:ready':{}}}",
                "ctl/status Update 02 {'f:status':{'f:ready':{},'f:seen':{}}}");
        assertThat(catchThrowable(
                () -> story.applyStatus("stat", "'status':{'ready':2}"))).hasMessage("Apply failed with 1 conflict: "
                        + "conflict with \"ctl\" with subresource \"status\" using made.io/v1: .status.ready");
    }

    @Test
    void objectsWithoutEntriesAreTrackedFromTheFirstApplyOn() {
        story.write("m", "'data':{'a':'1'}").write("m", "'data':{'a':'1'},'metadata':{'managedFields':[{}]}").owned()
                .write("m", "'data':{'a':'2'}").owned();
        assertThat(story.refused("app", "'data':{'a':'3'}")).hasMessage(
                "Apply failed with 1 conflict: conflict with \"before-first-apply\" using made.io/v1: .data.a");
        story.apply("app", "'data':{'b':'3'}").owned("app Apply 05 {'f:data':{'f:b':{}}}",
                "before-first-apply Update 05 {'f:data':{'.':{},'f:a':{}}}");
    }

    @Test
    void clientsMayEditEntries() {
        story.apply("one", "'data':{'a':'1'}");
        String entry = "'apiVersion':'made.io/v1','time':'2030-01-01T00:00:01Z','fieldsType':'FieldsV1',"
                + "'fieldsV1':{'f:data':{'f:a':{}}}";
        story.write("ed", "'data':{'a':'1'},'metadata':{'managedFields':[{'manager':'renamed','operation':'Apply',"
                + entry + "}]}").owned("renamed Apply 01 {'f:data':{'f:a':{}}}");
        for (String bad : List.of("{'manager':'x','operation':'Bogus'," + entry + "}",
                "{'manager':'x','operation':'Update'," + entry.replace("FieldsV1'", "Other'") + "}",
                "{'manager':'x','operation':'Update'," + entry.replace("made.io/v1", "") + "}",
                "{'manager':'x','operation':'Update'," + entry.replace("{'f:a':{}}", "{'f:a':1}") + "}", "1")) {
            story.write("ed", "'data':{'a':'1'},'metadata':{'managedFields':[" + bad + "]}")
                    .owned("renamed Apply 01 {'f:data':{'f:a':{}}}");
        }
        story.write("ed", "'data':{'a':'1'},'metadata':{'managedFields':[]}").owned();
    }

    @Test
    void editedEntriesAreWrittenInOrder() {
        story.write("m", "'data':{'a':'1','b':'1'}").write("m", "'data':{'a':'1','b':'1'},'metadata':{'managedFields':"
                + "[{'manager':'x','operation':'Apply','apiVersion':'made.io/v1','fieldsType':'FieldsV1','fieldsV1':"
                + "{'f:spec':{'f:parts':{'k:{ \\\"name\\\": \\\"a\\\" }':{'f:image':{},'.':{}}},'z:':{}},"
                + "'f:data':{'f:b':{},"
                + "'f:a':{'.':{}}}}}]}").owned("x Apply - {'f:data':{'f:a':{},'f:b':{}},"
                + "'f:spec':{'f:parts':{'k:{`name`:`a`}':{'.':{},'f:image':{}}}}}");
    }

    @Test
    @SuppressWarnings("unchecked")
    void entriesOfVersionsThatAreNoLongerServedVanish() {
        story.apply("one", "'data':{'a':'1'}").apply("two", "'data':{'b':'1'}");
        ((List<Map<String, Object>>) story.object().at("metadata", "managedFields")).get(0)
                .put("apiVersion", "made.io/v0");
        story.write("m", "'data':{'a':'1','b':'1'}").owned("two Apply 02 {'f:data':{'f:b':{}}}");
    }

    @Test
    void versionsNameTheSameFields() {
        story.apply("one", "'spec':{'size':1,'on':true}").apply("two", Made.V2, "'spec':{'extent':1}", false).owned(
                "two Apply made.io/v2 - {'f:spec':{'f:extent':{}}}",
                "one Apply 01 {'f:spec':{'f:on':{},'f:size':{}}}");
        assertThat(story.refused("one", "'spec':{'size':2,'on':true}"))
                .hasMessage("Apply failed with 1 conflict: conflict with \"two\": .spec.extent");
        story.apply("one", Made.V2, "'spec':{'on':true}", false).is("'spec':{'extent':1,'on':true}").owned(
                "two Apply made.io/v2 - {'f:spec':{'f:extent':{}}}",
                "one Apply made.io/v2 01 {'f:spec':{'f:on':{}}}")
                .apply("two", "").is("'spec':{'on':true}");
    }

    @Test
    void manyWritersAreJoined() {
        var data = new StringBuilder("'data':{");
        for (int i = 0; i < 12; i++) {
            story.write("w" + i, data.append(i == 0 ? "" : ",").append("'" + (char) ('a' + i) + "':'1'") + "}");
        }
        assertThat(story.entries()).hasSize(10).startsWith(
                "ancient-changes Update 03 {'f:data':{'.':{},'f:a':{},'f:b':{},'f:c':{}}}",
                "w3 Update 04 {'f:data':{'f:d':{}}}");
    }

    @Test
    void aPartThatHasBecomeAWholeIsOwnedAsOne() {
        var loose = new Loose();
        var story = new Story(loose);
        story.apply("one", "'spec':{'a':{'x':'1'}}").apply("two", "'spec':{'a':{'y':'1'}}").owned(
                "one Apply 01 {'f:spec':{'.':{},'f:a':{'.':{},'f:x':{}}}}",
                "two Apply 02 {'f:spec':{'.':{},'f:a':{'.':{},'f:y':{}}}}");
        loose.type = Optional.of(StructType.of("Made", List.of(
                Field.of("metadata", 1, ValueType.OBJECT),
                Field.of("apiVersion", 1, ValueType.STRING),
                Field.of("kind", 1, ValueType.STRING),
                new Field("spec", ValueType.mapOf(
                        ValueType.JSON), List.of(), Field.Presence.IF_SET, false,
                        null, List.of(), new Field.Merge(
                                Field.ListKind.ATOMIC, List.of(), true, Set.of(), "")))));
        assertThat(story.refused("one", "'spec':{'a':{'x':'2'}}"))
                .hasMessage("Apply failed with 1 conflict: conflict with \"two\": .spec");
        story.force("one", "'spec':{'a':{'x':'2'}}").owned("one Apply 04 {'f:spec':{}}");
    }

    /** A kind whose type may change. */
    private static final class Loose implements KindVersions {

        private Optional<StructType> type = Optional.empty();

        @Override
        public boolean serves(String apiVersion) {
            return true;
        }

        @Override
        public Optional<StructType> type(String apiVersion) {
            return type;
        }

        @Override
        public ApiObject convert(ApiObject object, String apiVersion) {
            return object;
        }
    }

    @Test
    void theAnnotationOfEarlierClientsIsTakenOver() {
        String annotation = "'metadata':{'annotations':{'kubectl.kubernetes.io/last-applied-configuration':"
                + "'{\\\"apiVersion\\\":\\\"made.io/v1\\\",\\\"data\\\":{\\\"a\\\":\\\"1\\\",\\\"b\\\":\\\"1\\\"}}'}}";
        story.write("kubectl-client-side-apply", annotation + ",'data':{'a':'1','b':'1'}")
                .write("other", annotation + ",'data':{'a':'1','b':'2'}");
        assertThat(story.refused("else", "'data':{'a':'3'}")).isNotNull();
        assertThat(story.refused("kubectl", "'data':{'b':'3','a':'3'}")).hasMessage(
                "Apply failed with 1 conflict: conflict with \"other\" using made.io/v1: .data.b");
        story.apply("kubectl", "'data':{'a':'<3>'}");
        assertThat(story.object().textAt("data", "a")).isEqualTo("<3>");
        assertThat(story.object().metadata().annotations().values()).containsExactly(
                "{\"apiVersion\":\"made.io/v1\",\"data\":{\"a\":\"\\u003c3\\u003e\"},\"kind\":\"Made\","
                        + "\"metadata\":{\"name\":\"x\"}}\n");
    }
}
