package mortise.group.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.spi.operations.ServerNames;
import mortise.tck.group.GroupSamples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

final class DefinitionTest {

    private static final GroupSamples SAMPLES =
            new GroupSamples(new ApiextensionsGroup(ServerNames.of("k8s.io", "kubernetes.io")));

    private static final String DEFINITIONS = "customresourcedefinitions";
    private static final String NAMES = "'names': {'plural': 'widgets', 'kind': 'Widget'}";
    private static final String VERSION = "'name': 'v1', 'served': true, 'storage': true";
    private static final String OBJECT = "'schema': {'openAPIV3Schema': {'type': 'object'}}";
    private static final String SHOWN = "{'Name':'v1','Served':true,'Storage':%s,'Deprecated':false,"
            + "'DeprecationWarning':null,'Schema':null,'Subresources':null,'AdditionalPrinterColumns':null,"
            + "'SelectableFields':null}";

    /** Returns a definition in which the given fields take the place of good ones. */
    private static ApiObject definition(String fields) {
        return SAMPLES.named(DEFINITIONS, "widgets.kit.io", "{'spec': {'group': 'kit.io', 'scope': 'Namespaced', "
                + NAMES + ", 'versions': [{" + VERSION + ", " + OBJECT + "}]"
                + (fields.isEmpty() ? "" : ", " + fields) + "}}");
    }

    private static List<String> faults(String fields) {
        return plain(SAMPLES.faults(DEFINITIONS, definition(fields)));
    }

    private static List<String> version(String fields) {
        return faults("'versions': [{" + VERSION + ", " + OBJECT + ", " + fields + "}]");
    }

    private static List<String> schema(String schema) {
        return faults("'versions': [{" + VERSION + ", 'schema': {'openAPIV3Schema': " + schema + "}}]");
    }

    private static List<String> plain(List<String> faults) {
        return faults.stream().map(fault -> fault.replace('"', '\'').replaceAll(" \\(e\\.g\\..*", "")).toList();
    }

    @Test
    void namesFollowFromTheKindAndAreAcceptedButNothingIsServed() {
        ApiObject definition = definition("");
        assertThat(SAMPLES.faults(DEFINITIONS, definition)).isEmpty();
        assertThat(definition.at("spec", "names").toString()).contains("singular=widget", "listKind=WidgetList");
        assertThat(definition.at("spec", "conversion", "strategy")).isEqualTo("None");
        assertThat(definition.at("status", "acceptedNames")).isEqualTo(definition.at("spec", "names"));
        assertThat(definition.at("status", "storedVersions")).isEqualTo(List.of("v1"));
        assertThat(Objects.toString(definition.at("status", "conditions")))
                .contains("type=NamesAccepted", "status=True").doesNotContain("Established");
    }

    @Test
    void aNewStorageVersionIsRemembered() {
        ApiObject old = definition("");
        SAMPLES.faults(DEFINITIONS, old);
        ApiObject moved = definition("'versions': [{'name': 'v1', 'served': true, " + OBJECT + "}, {'name': 'v2',"
                + " 'served': true, 'storage': true, " + OBJECT + "}]");
        moved.tree().put("status", ApiObject.copy(old.at("status")));
        assertThat(SAMPLES.faults(DEFINITIONS, moved, old)).isEmpty();
        assertThat(moved.at("status", "storedVersions")).isEqualTo(List.of("v1", "v2"));
        ApiObject dropped = definition("'versions': [{'name': 'v2', 'storage': true, " + OBJECT + "}]");
        dropped.tree().put("status", ApiObject.copy(moved.at("status")));
        assertThat(plain(SAMPLES.faults(DEFINITIONS, dropped, moved))).singleElement().asString()
                .startsWith("status.storedVersions[0]: Invalid value: 'v1': missing from spec.versions; v1 was"
                        + " previously");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aDefinitionSaysWhatIsDefined.csv", delimiter = '|', quoteCharacter = '~')
    void aDefinitionSaysWhatIsDefined(String fields, String fault) {
        assertThat(faults(fields)).containsExactly(fault);
    }

    @Test
    void aDefinitionIsNamedAfterWhatItDefines() {
        ApiObject wrong = definition("");
        wrong.metadata().setName("wrong.name");
        assertThat(plain(SAMPLES.faults(DEFINITIONS, wrong))).containsExactly(
                "metadata.name: Invalid value: 'wrong.name': must be spec.names.plural+'.'+spec.group");
        assertThat(faults("'conversion': {'strategy': 'Webhook'}")).containsExactly(
                "spec.conversion.webhookClientConfig: Required value: required when strategy is set to Webhook",
                "spec.conversion.conversionReviewVersions: Required value");
        assertThat(faults("'names': {'plural': 'widgets', 'kind': 'lower case'}"))
                .extracting(fault -> fault.substring(0, fault.indexOf(':')))
                .containsExactly("spec.names.singular", "spec.names.kind", "spec.names.listKind");
    }

    @Test
    void oneVersionIsStoredAndEachIsNamedOnce() {
        String unstored = String.format(SHOWN, "false");
        String stored = String.format(SHOWN, "true");
        assertThat(faults("'versions': [{'name': 'v1', 'served': true, 'storage': false, " + OBJECT + "}]"))
                .containsExactly("spec.versions: Invalid value: [" + unstored
                        + "]: must have exactly one version marked as storage version",
                        "status.storedVersions: Invalid value: null: must have at least one stored version");
        String twice = "spec.versions: Invalid value: [" + stored + "," + stored + "]: ";
        String version = "{" + VERSION + ", " + OBJECT + "}";
        assertThat(faults("'versions': [" + version + ", " + version + "]")).containsExactly(
                twice + "must contain unique version names",
                twice + "must have exactly one version marked as storage version",
                "status.storedVersions: Invalid value: ['v1']: must have the storage version v1");
        assertThat(faults("'versions': [{'name': 'V_1', 'served': true, 'storage': true, " + OBJECT + "}]"))
                .extracting(fault -> fault.substring(0, fault.indexOf(':')))
                .containsExactly("spec.versions[0].name", "spec.version");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aSchemaIsStructural.csv", delimiter = '|', quoteCharacter = '~')
    void aSchemaIsStructural(String schema, String fault) {
        assertThat(schema(schema)).containsExactly("spec.validation.openAPIV3Schema." + fault);
    }

    @Test
    void aListThatIsAMapHasKeysAndObjects() {
        assertThat(schema("{'type': 'object', 'properties': {'a': {'type': 'array', 'items': {'type': 'string'},"
                + " 'x-kubernetes-list-type': 'map'}}}")).containsExactly(
                "spec.validation.openAPIV3Schema.properties[a].x-kubernetes-list-map-keys: Required value: must not be"
                        + " empty if x-kubernetes-list-type is map",
                "spec.validation.openAPIV3Schema.properties[a].items.type: Invalid value: 'string': must be object if"
                        + " parent array's x-kubernetes-list-type is map");
    }

    @Test
    void numbersOrTextsMayHaveTypesInsideOfAnyOf() {
        assertThat(schema("{'type': 'object', 'properties': {'a': {'x-kubernetes-int-or-string': true, 'anyOf':"
                + " [{'type': 'integer'}, {'type': 'string'}]}, 'b': {'type': 'object', 'default': {'c': 'x'},"
                + " 'properties': {'c': {'type': 'string'}}}}}")).isEmpty();
    }

    @Test
    void whatVersionsDoNotShareIsReportedThere() {
        String first = "{" + VERSION + ", 'schema': {'openAPIV3Schema': {'type': 'object'}}}";
        assertThat(faults("'versions': [" + first + ", {'name': 'v2', 'schema': {'openAPIV3Schema': {}}}]"))
                .containsExactly("spec.versions[1].schema.openAPIV3Schema.type: Required value: must not be empty at"
                        + " the"
                        + " root");
    }

    @ParameterizedTest
    @CsvFileSource(resources = "aVersionHasFurtherParts.csv", delimiter = '|', quoteCharacter = '~')
    void aVersionHasFurtherParts(String fields, String fault) {
        assertThat(version(fields)).containsExactly(fault);
    }

    @Test
    void pathsAndColumnsAreSpelledOut() {
        assertThat(version("'subresources': {'scale': {'specReplicasPath': 'spec.x'}}")).containsExactly(
                "spec.subresources.scale.specReplicasPath: Invalid value: 'spec.x': must be a simple json path starting"
                        + " with .", "spec.subresources.scale.statusReplicasPath: Required value");
        assertThat(version("'additionalPrinterColumns': [{'name': '', 'type': 'odd', 'jsonPath': 'spec'}]"))
                .containsExactly("spec.additionalPrinterColumns[0].name: Required value",
                        "spec.additionalPrinterColumns[0].type: Invalid value: 'odd': must be one of"
                                + " boolean,date,integer,number,string",
                        "spec.additionalPrinterColumns[0].JSONPath: Invalid value: 'spec': must be a simple json path"
                                + " starting with .");
    }

    @Test
    void groupsOfTheCommunityNeedItsApproval() {
        ApiObject taken = SAMPLES.named(DEFINITIONS, "widgets.x.k8s.io", "{'spec': {'group': 'x.k8s.io', 'scope':"
                + " 'Cluster', " + NAMES + ", 'versions': [{" + VERSION + ", " + OBJECT + "}]}}");
        assertThat(SAMPLES.faults(DEFINITIONS, taken.deepCopy())).singleElement().asString()
                .startsWith("metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must");
        SAMPLES.resource(DEFINITIONS).strategy().prepareForCreate(taken);
        assertThat(SAMPLES.faults(DEFINITIONS, taken.deepCopy(), taken)).as("when it was so before").isEmpty();
    }

    @Test
    void whatDecidesOverStorageStays() {
        ApiObject old = definition("");
        SAMPLES.faults(DEFINITIONS, old);
        ApiObject other = definition("'scope': 'Cluster'");
        other.tree().put("status", ApiObject.copy(old.at("status")));
        assertThat(SAMPLES.faults(DEFINITIONS, other.deepCopy(), old)).as("before it is established").isEmpty();
        old.structAt("status").put("conditions", List.of(Map.of("type", "Established", "status", "True")));
        assertThat(plain(SAMPLES.faults(DEFINITIONS, other, old)))
                .containsExactly("spec.scope: Invalid value: 'Cluster': field is immutable");
    }

    @Test
    void acceptedNamesAreNames() {
        var status = SAMPLES.resource(DEFINITIONS).subresources().get(0).strategy();
        ApiObject written = SAMPLES.object(DEFINITIONS, "{'status': {'acceptedNames': {'plural': 'UP'}}}");
        assertThat(status.validate(written, Optional.of(written))).extracting(error -> error.field())
                .containsExactly("status.acceptedNames.plural");
    }

    @Test
    void formatsThatNobodyChecksAreToldOfOnce() {
        ApiObject definition = definition("'versions': [{" + VERSION + ", 'schema': {'openAPIV3Schema': {'type':"
                + " 'object', 'properties': {'a': {'type': 'string', 'format': 'date-time'}, 'b': {'type': 'integer',"
                + " 'format': 'int32'}, 'c': {'type': 'array', 'items': {'type': 'string', 'format': 'x'}},"
                + " 'd': {'type': 'string', 'format': 'x'}}}}}]");
        var strategy = SAMPLES.resource(DEFINITIONS).strategy();
        assertThat(strategy.warnings(definition, Optional.empty())).containsExactly("unrecognized format \"x\"");
        assertThat(strategy.warnings(definition, Optional.of(definition))).isEmpty();
    }
}
