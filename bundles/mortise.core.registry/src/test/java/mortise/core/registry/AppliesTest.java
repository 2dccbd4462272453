package mortise.core.registry;

import static mortise.core.registry.TestServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.spi.admission.AdmissionDecision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AppliesTest {

    private static final String CONFIG_MAP = "'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'}";
    private static final String DEPLOYMENT = "'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'}";

    private final TestServer server = new TestServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private WriteResult apply(String plural, String path, String manager, boolean force, String body) {
        return apply(plural, path, new WriteOptions(false, FieldValidation.WARN, manager, force), body, () -> { });
    }

    private WriteResult apply(String plural, String path, WriteOptions options, String body, Runnable mayCreate) {
        String[] steps = path.split("/");
        return server.verbs(plural).patch(new PatchRequest(TestServer.USER, "default", steps[0],
                steps.length > 1 ? steps[1] : "", PatchType.APPLY, TestServer.json(body), options, mayCreate));
    }

    private WriteResult config(String manager, String data) {
        return apply("configmaps", "c", manager, false, "{" + CONFIG_MAP + ",'data':" + data + "}");
    }

    /** Returns who owns what: {@code manager operation apiVersion[/subresource] fields}. */
    private static List<String> owners(ApiObject object) {
        var owners = new ArrayList<String>();
        if (object.metadata().tree().get("managedFields") instanceof List<?> entries) {
            for (Object item : entries) {
                Map<?, ?> entry = (Map<?, ?>) item;
                Object subresource = entry.get("subresource");
                owners.add(entry.get("manager") + " " + entry.get("operation") + " " + entry.get("apiVersion")
                        + (subresource == null ? "" : "/" + subresource) + " " + entry.get("fieldsV1"));
            }
        }
        return owners;
    }

    private List<String> owners(String plural, String name) {
        return owners(server.get(plural, "default", name));
    }

    @Test
    void anApplyCreatesThenChangesThenDoesNothing() {
        WriteResult created = config("m", "{'a':'1','b':'1'}");
        assertThat(created.created()).isTrue();
        assertThat(owners("configmaps", "c")).containsExactly("m Apply v1 {f:data={f:a={}, f:b={}}}");
        WriteResult changed = config("m", "{'a':'2'}");
        assertThat(changed.created()).isFalse();
        assertThat(server.get("configmaps", "default", "c").at("data")).isEqualTo(Map.of("a", "2"));
        assertThat(config("m", "{'a':'2'}").entry().revision()).isEqualTo(changed.entry().revision());
    }

    @Test
    void whatOthersOwnIsAConflictUnlessForced() {
        config("one", "{'a':'1'}");
        ApiException conflict = refused(() -> config("two", "{'a':'2'}"));
        assertThat(conflict.status().reason()).isEqualTo(ErrorReason.CONFLICT);
        assertThat(conflict).hasMessage("Apply failed with 1 conflict: conflict with \"one\": .data.a");
        apply("configmaps", "c", "two", true, "{" + CONFIG_MAP + ",'data':{'a':'2'}}");
        assertThat(owners("configmaps", "c")).containsExactly("two Apply v1 {f:data={f:a={}}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{'apiVersion':'v1','kind':'Secret','metadata':{'name':'c'}}|invalid object type: /v1, Kind=Secret",
        "{'kind':'ConfigMap','metadata':{'name':'c'}}|invalid object type: /, Kind=ConfigMap",
        "{'apiVersion':'v1','kind':'ConfigMap'}|the name of the object (c based on URL) was undeterminable",
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'x'}}|does not match the name on the URL (c)",
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','managedFields':[]}}|must be nil",
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'},'x':1}|.x: field not declared in schema",
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','namespace':'n'}}|does not match the namespace",
        "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c'},'data':1}|"
                + "failed to create typed patch object (/c; /v1, Kind=ConfigMap): ",
    })
    void intentsThatAreNotOfTheObjectAreRefused(String body, String message) {
        ApiException refused = refused(() -> apply("configmaps", "c", "m", false, body));
        assertThat(refused.status().code()).isEqualTo(400);
        assertThat(refused).hasMessageContaining(message);
    }

    @Test
    void onlyWhoMayCreateCreates() {
        Runnable no = () -> {
            throw ApiException.forbidden(server.resource("configmaps").resource(), "c", "no");
        };
        var options = new WriteOptions(false, FieldValidation.WARN, "m");
        String body = "{" + CONFIG_MAP + ",'data':{'a':'1'}}";
        assertThat(refused(() -> apply("configmaps", "c", options, body, no)).status().code()).isEqualTo(403);
        config("m", "{'a':'0'}");
        assertThat(apply("configmaps", "c", options, body, no).created()).isFalse();
    }

    @Test
    void whoCreatesByUpdateMustBeAllowedToCreateToo() {
        var body = TestServer.json("{'metadata':{'name':'l'},'spec':{}}");
        Runnable no = () -> {
            throw ApiException.forbidden(server.resource("leases").resource(), "l", "no");
        };
        var request = new WriteRequest(
                TestServer.USER, "default", "l", "", body, WriteOptions.DEFAULT, Map.of(), no);
        assertThat(refused(() -> server.verbs("leases").update(request)).status().code()).isEqualTo(403);
        assertThat(server.update("leases", "default", "l", "", "{'metadata':{'name':'l'},'spec':{}}").created())
                .isTrue();
    }

    @Test
    void whatMeansNothingIsWantedAndIsNotStored() {
        config("m", "{}");
        ApiObject created = server.get("configmaps", "default", "c");
        assertThat(created.tree()).doesNotContainKey("data");
        assertThat(owners(created)).containsExactly("m Apply v1 {f:data={}}");
    }

    @Test
    void quantitiesAreComparedByWhatTheySay() {
        String body = "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},'spec':{'template':{'spec':{"
                + "'containers':[{'name':'c','resources':{'limits':{'cpu':'%s'}}}]}}}}";
        server.create("deployments", "default", "{'metadata':{'name':'d'},'spec':{" + TestServer.DEPLOYMENT + "}}");
        apply("deployments", "d", "one", false, body.formatted("1"));
        apply("deployments", "d", "two", false, body.formatted("1000m"));
        assertThat(refused(() -> apply("deployments", "d", "two", false, body.formatted("2"))))
                .hasMessageContaining("conflict with \"one\"");
    }

    @Test
    void aFieldThatAnotherVersionOwnsIsAConflictThere() {
        server.groups.add("gadgets", Gadgets.usual(), "test");
        ServedResource beta = server.groups.snapshot().find(Gadgets.GROUP, "v1beta1", "gadgets").orElseThrow();
        ServedResource stored = server.groups.snapshot().find(Gadgets.GROUP, "v1", "gadgets").orElseThrow();
        String intent = "{'apiVersion':'" + Gadgets.GROUP + "/%s','kind':'Gadget','metadata':{'name':'g'},"
                + "'spec':{'%s':%d}}";
        beta.verbs().patch(intent("one", intent.formatted("v1beta1", "old", 3)));
        ApiObject created = stored.object(stored.verbs().get(new GetRequest("default", "g", "")));
        assertThat(created.at("spec", "size")).isEqualTo(3L);
        assertThat(owners(created)).containsExactly(
                "one Apply " + Gadgets.GROUP + "/v1beta1 {f:spec={.={}, f:old={}}}");
        assertThat(refused(() -> stored.verbs().patch(intent("two", intent.formatted("v1", "size", 4)))))
                .hasMessageContaining("conflict with \"one\": .spec.old");
        stored.verbs().patch(intent("one", intent.formatted("v1", "size", 4)));
        assertThat(owners(stored.object(stored.verbs().get(new GetRequest("default", "g", "")))))
                .containsExactly("one Apply " + Gadgets.GROUP + "/v1 {f:spec={.={}, f:size={}}}");
    }

    private static PatchRequest intent(String manager, String body) {
        return new PatchRequest(TestServer.USER, "default", "g", "", PatchType.APPLY, TestServer.json(body),
                new WriteOptions(false, FieldValidation.WARN, manager));
    }

    @Test
    void aMissingObjectHasNoUidAndNothingBelow() {
        String body = "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','uid':'u'}}";
        ApiException refused = refused(() -> apply("configmaps", "c", "m", false, body));
        assertThat(refused.status().code()).isEqualTo(409);
        assertThat(refused).hasMessageContaining("uid mismatch: the provided object specified uid u");
        assertThat(refused(() -> apply("deployments", "d/status", "m", false, "{" + DEPLOYMENT + "}"))
                .status().code()).isEqualTo(404);
    }

    @Test
    void aVersionInTheIntentMustBeThatOfTheObject() {
        String body = "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c','resourceVersion':'%s'},"
                + "'data':{'a':'%s'}}";
        WriteResult created = apply("configmaps", "c", "m", false, body.formatted(5, 1));
        long revision = created.entry().revision();
        apply("configmaps", "c", "m", false, body.formatted(revision, 2));
        ApiException refused = refused(() -> apply("configmaps", "c", "m", false, body.formatted(revision, 3)));
        assertThat(refused).hasMessageContaining("the object has been modified");
    }

    @Test
    void aDryRunStoresNothing() {
        var options = new WriteOptions(true, FieldValidation.WARN, "m");
        WriteResult result = apply("configmaps", "c", options, "{" + CONFIG_MAP + ",'data':{'a':'1'}}", () -> { });
        assertThat(result.created()).isTrue();
        assertThat(server.verbs("configmaps").list(new ListRequest("default", ListOptions.ALL)).entries()).isEmpty();
        WriteResult stored = config("m", "{'a':'1'}");
        apply("configmaps", "c", options, "{" + CONFIG_MAP + ",'data':{'a':'2'}}", () -> { });
        assertThat(server.get("configmaps", "default", "c").metadata().resourceVersion())
                .isEqualTo(Long.toString(stored.entry().revision()));
    }

    @Test
    void defaultsAreSetAfterTheMergeAndAreNobodys() {
        apply("deployments", "d", "m", false,
                "{" + DEPLOYMENT + ",'spec':{'replicas':3," + TestServer.DEPLOYMENT + "}}");
        ApiObject created = server.get("deployments", "default", "d");
        assertThat(created.at("spec", "revisionHistoryLimit")).isEqualTo(10L);
        assertThat(owners(created)).singleElement().asString().contains("f:replicas").doesNotContain("f:revision");
        apply("deployments", "d", "m", false, "{" + DEPLOYMENT + ",'spec':{" + TestServer.DEPLOYMENT + "}}");
        assertThat(server.get("deployments", "default", "d").at("spec", "replicas")).isEqualTo(1L);
    }

    @Test
    void theStatusHasManagersOfItsOwn() {
        server.create("deployments", "default", "{'metadata':{'name':'d'},'spec':{" + TestServer.DEPLOYMENT + "}}");
        apply("deployments", "d/status", "ctl", false,
                "{" + DEPLOYMENT + ",'spec':{'replicas':9},'status':{'replicas':2}}");
        assertThat(owners("deployments", "d")).contains("ctl Apply apps/v1/status {f:status={f:replicas={}}}");
        ApiObject object = server.get("deployments", "default", "d");
        assertThat(object.at("status", "replicas")).isEqualTo(2L);
        assertThat(object.at("spec", "replicas")).isEqualTo(1L);
    }

    @Test
    void aScaleIsAppliedToTheObject() {
        apply("deployments", "d", "one", false,
                "{" + DEPLOYMENT + ",'spec':{'replicas':3," + TestServer.DEPLOYMENT + "}}");
        String scale = "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'d'},'spec':{'replicas':5}}";
        assertThat(refused(() -> apply("deployments", "d/scale", "two", false, scale)))
                .hasMessage("Apply failed with 1 conflict: conflict with \"one\": .spec.replicas");
        apply("deployments", "d/scale", "two", true, scale);
        ApiObject scaled = server.get("deployments", "default", "d");
        assertThat(scaled.at("spec", "replicas")).isEqualTo(5L);
        assertThat(owners(scaled)).contains("two Apply apps/v1/scale {f:spec={f:replicas={}}}");
        assertThat(scaled.metadata().generation()).isEqualTo(2);
    }

    @Test
    void everyOtherWriteOwnsWhatItChanges() {
        server.create("configmaps", "default", "{'metadata':{'name':'c'},'data':{'a':'1'}}",
                new WriteOptions(false, FieldValidation.WARN, "creator"));
        assertThat(owners("configmaps", "c")).containsExactly("creator Update v1 {f:data={.={}, f:a={}}}");
        server.merge("configmaps", "default", "c", "{'data':{'b':'1'}}");
        assertThat(owners("configmaps", "c")).containsExactlyInAnyOrder(
                "creator Update v1 {f:data={.={}, f:a={}}}", "kube-apiserver Update v1 {f:data={f:b={}}}");
        ApiObject read = server.get("configmaps", "default", "c");
        read.structAt("data").put("a", "2");
        server.update("configmaps", "default", read);
        assertThat(owners("configmaps", "c")).containsExactlyInAnyOrder(
                "creator Update v1 {f:data={}}", "kube-apiserver Update v1 {f:data={f:a={}, f:b={}}}");
    }

    @Test
    void aScaleThatIsReplacedIsOwnedByItsWriter() {
        server.create("deployments", "default", "{'metadata':{'name':'d'},'spec':{" + TestServer.DEPLOYMENT + "}}");
        server.patch("deployments", "default", "d", "scale", PatchType.MERGE, "{'spec':{'replicas':4}}");
        assertThat(owners("deployments", "d"))
                .contains("kube-apiserver Update apps/v1/scale {f:spec={f:replicas={}}}");
    }

    @Test
    void whatAdmissionChangesIsNobodys() {
        server.mutating.add(new AdmissionChain.Plugin<>(request -> {
            request.object().orElseThrow().structAt("data").put("added", "x");
            return new AdmissionDecision.Admitted(List.of());
        }, "test"));
        config("m", "{'a':'1'}");
        ApiObject created = server.get("configmaps", "default", "c");
        assertThat(created.at("data", "added")).isEqualTo("x");
        assertThat(owners(created)).containsExactly("m Apply v1 {f:data={f:a={}}}");
    }

    @Test
    void aDeletionChangesNobodysFields() {
        apply("configmaps", "c", "m", false, "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'c',"
                + "'finalizers':['x.io/f']},'data':{'a':'1'}}");
        List<String> before = owners("configmaps", "c");
        server.delete("configmaps", "default", "c");
        assertThat(server.get("configmaps", "default", "c").metadata().deletionTimestamp()).isNotEmpty();
        assertThat(owners("configmaps", "c")).isEqualTo(before).isNotEmpty();
    }

    @Test
    void timesAloneAreNoChange() {
        ApiObject before = configAt("{'a':'1'}", "2030-01-01T00:00:00Z");
        ApiObject later = configAt("{'a':'1'}", "2030-01-02T00:00:00Z");
        FieldTracking.keepTimes(later, before);
        assertThat(later).isEqualTo(before);
        ApiObject changed = configAt("{'a':'2'}", "2030-01-02T00:00:00Z");
        FieldTracking.keepTimes(changed, before);
        assertThat(changed).isEqualTo(configAt("{'a':'2'}", "2030-01-02T00:00:00Z"));
    }

    @SuppressWarnings("unchecked")
    private static ApiObject configAt(String data, String time) {
        return new ApiObject((Map<String, Object>) TestServer.json("{'metadata':{'managedFields':[{'manager':'m',"
                + "'time':'" + time + "'}]},'data':" + data + "}").value());
    }
}
