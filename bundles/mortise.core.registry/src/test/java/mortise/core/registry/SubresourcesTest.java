package mortise.core.registry;

import static mortise.core.registry.TestServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.controller.Removal;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Connector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SubresourcesTest {

    private final TestServer server = new TestServer();

    @BeforeEach
    void addGadget() {
        Gadgets.PERFORMED.clear();
        server.groups.add("gadgets", Gadgets.usual(), "test");
        server.create("gadgets", "default", "{'metadata':{'name':'d'},'spec':{'size':1,'replicas':3}}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private CacheEntry scale(String name) {
        return server.verbs("gadgets").get(new GetRequest("default", name, "scale", ""));
    }

    private static Object replicas(CacheEntry scale) {
        return scale.toObject(Gadgets.SCALE).at("spec", "replicas");
    }

    private WriteResult put(String body) {
        return server.update("gadgets", "default", "d", "scale", body);
    }

    private static String body(Object replicas, String version) {
        return "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'name':'d','resourceVersion':'" + version
                + "'},'spec':{'replicas':" + replicas + "}}";
    }

    @Test
    void aViewShowsAPartOfTheObjectUnderItsVersion() {
        CacheEntry scale = scale("d");
        assertThat(replicas(scale)).isEqualTo(3L);
        assertThat(scale.revision()).isEqualTo(server.verbs("gadgets").get(new GetRequest("default", "d", ""))
                .revision());
        assertThat(scale.toObject(Gadgets.SCALE).textAt("metadata", "resourceVersion"))
                .isEqualTo(Long.toString(scale.revision()));
        assertThat(refused(() -> scale("none"))).hasMessage("gadgets.gadgets.io \"none\" not found");
    }

    @Test
    void writingAViewIsAnUpdateOfTheWholeObject() {
        String before = Long.toString(scale("d").revision());
        WriteResult result = put(body(5, before));
        assertThat(replicas(result.entry())).isEqualTo(5L);
        ApiObject object = server.get("gadgets", "default", "d");
        assertThat(object.at("spec", "replicas")).isEqualTo(5L);
        assertThat(object.at("spec", "size")).isEqualTo(1L);
        assertThat(object.metadata().generation()).isEqualTo(2);
        assertThat(object.metadata().resourceVersion()).isEqualTo(Long.toString(result.entry().revision()));

        ApiException stale = refused(() -> put(body(6, before)));
        assertThat(stale).hasMessage("Operation cannot be fulfilled on gadgets.gadgets.io \"d\": the object has been"
                + " modified; please apply your changes to the latest version and try again");
        assertThat(stale.status().code()).isEqualTo(409);
        assertThat(replicas(put(body(4, "")).entry())).isEqualTo(4L);
    }

    @Test
    void aViewIsPatchedAsTheKindItIs() {
        WriteResult merged = server.patch("gadgets", "default", "d", "scale", PatchType.MERGE,
                "{'spec':{'replicas':0}}");
        assertThat(replicas(merged.entry())).isEqualTo(0L);
        WriteResult replaced = server.patch("gadgets", "default", "d", "scale", PatchType.JSON,
                "[{'op':'replace','path':'/spec/replicas','value':2}]");
        assertThat(replicas(replaced.entry())).isEqualTo(2L);
        assertThat(server.get("gadgets", "default", "d").at("spec", "replicas")).isEqualTo(2L);
        assertThat(refused(() -> server.patch("gadgets", "default", "d", "scale", PatchType.MERGE,
                "{'spec':{'replicas':-1}}"))).hasMessage("Scale.autoscaling \"d\" is invalid: spec.replicas: Invalid"
                + " value: -1: must be greater than or equal to 0");
        assertThat(refused(() -> server.patch("gadgets", "default", "d", "scale", PatchType.MERGE,
                "{'metadata':{'resourceVersion':'1'}}")).status().code()).isEqualTo(409);
    }

    @Test
    void theNameInAViewIsThatOfThePath() {
        assertThat(refused(() -> put(body(4, "").replace("'name':'d'", "'name':'other'"))))
                .hasMessage("the name of the object (other) does not match the name on the URL (d)");
        assertThat(refused(() -> server.update("gadgets", "default", "none", "scale",
                body(4, "").replace("'name':'d'", "'name':'none'"))).status().code()).isEqualTo(404);
    }

    @Test
    void aDryRunOfAViewChangesNothing() {
        var options = new WriteOptions(true, FieldValidation.IGNORE, "");
        WriteResult result = server.verbs("gadgets").update(new WriteRequest(TestServer.USER, "default", "d", "scale",
                TestServer.json(body(9, "")), options));
        assertThat(replicas(result.entry())).isEqualTo(9L);
        assertThat(replicas(scale("d"))).isEqualTo(3L);
    }

    @Test
    void admissionSeesTheViewAndMayChangeIt() {
        var seen = new ArrayList<AdmissionRequest>();
        server.mutating.add(new AdmissionChain.Plugin<>(request -> {
            seen.add(request);
            request.object().orElseThrow().structAt("spec").put("replicas", 8L);
            return new AdmissionDecision.Admitted(List.of("less is more"));
        }, "test"));
        server.validating.add(new AdmissionChain.Plugin<>(request -> {
            seen.add(request);
            return new AdmissionDecision.Admitted(List.of());
        }, "test"));
        WriteResult result = put(body(5, ""));
        assertThat(replicas(result.entry())).isEqualTo(8L);
        assertThat(result.warnings()).containsExactly("less is more");
        assertThat(seen).extracting(AdmissionRequest::kind).containsExactly(Gadgets.SCALE, Gadgets.SCALE);
        assertThat(seen).extracting(AdmissionRequest::subresource).containsOnly("scale");
        assertThat(seen.get(1).oldObject().orElseThrow().at("spec", "replicas")).isEqualTo(3L);
    }

    @Test
    void anActionGetsTheObjectAndItsAnswerIsTheAnswer() {
        WriteResult result = server.verbs("gadgets").create(new WriteRequest(TestServer.USER, "default", "d", "poke",
                TestServer.json("{'kind':'Poke','metadata':{'name':'d'}}"),
                new WriteOptions(true, FieldValidation.IGNORE, ""), Map.of("dryRun", "All", "x", "y")));
        assertThat(result.kind()).hasValue(new GroupVersionKind("", "v1", "Status"));
        assertThat(result.created()).isTrue();
        ApiObject answer = result.entry().toObject(result.kind().orElseThrow());
        assertThat(answer.textAt("status")).isEqualTo("Success");
        assertThat(answer.metadata().resourceVersion()).isEmpty();
        ActionRequest request = Gadgets.PERFORMED.get(0);
        assertThat(request.object().orElseThrow().at("spec", "size")).isEqualTo(1L);
        assertThat(request.dryRun()).isTrue();
        assertThat(request.query()).containsEntry("x", "y");
        assertThat(request.body().metadata().namespace()).isEqualTo("default");
    }

    @Test
    void whatAnActionChangesOfItsObjectIsStoredEvenWhenSomebodyWasFaster() {
        var objects = server.objects();
        GroupVersion version = new GroupVersion(Gadgets.GROUP, "v1");
        ApiObject body = new ApiObject(new LinkedHashMap<>(Map.of("kind", "Poke", "size", 7L, "metadata",
                new LinkedHashMap<>(Map.of("name", "d", "namespace", "default")))));
        Gadgets.MEANWHILE.add(() -> objects.update(version, "gadgets/status", status("faster")));
        assertThat(objects.create(version, "gadgets/poke", body).textAt("status")).isEqualTo("Success");
        assertThat(Gadgets.PERFORMED).hasSize(2);
        ApiObject stored = server.get("gadgets", "default", "d");
        assertThat(stored.at("spec", "size")).isEqualTo(7L);
        assertThat(stored.textAt("status", "said")).isEqualTo("faster");

        var dry = new WriteOptions(true, FieldValidation.IGNORE, "");
        server.verbs("gadgets").create(new WriteRequest(TestServer.USER, "default", "d", "poke",
                TestServer.json("{'metadata':{'name':'d'},'size':9}"), dry));
        assertThat(server.get("gadgets", "default", "d")).isEqualTo(stored);
    }

    private ApiObject status(String said) {
        ApiObject object = server.get("gadgets", "default", "d");
        object.structAt("status").put("said", said);
        return object;
    }

    @Test
    void theServerDeletesOnlyWhatItMeans() {
        var objects = server.objects();
        GroupVersion version = new GroupVersion(Gadgets.GROUP, "v1");
        assertThat(refused(() -> objects.delete(version, "gadgets", "default", "d", Removal.USUAL.of("1"))).status()
                .code()).isEqualTo(409);
        String current = server.get("gadgets", "default", "d").metadata().resourceVersion();
        objects.delete(version, "gadgets", "default", "d", Removal.USUAL.of(current));
        assertThat(objects.get(version, "gadgets", "default", "d")).isEmpty();
    }

    @Test
    void anActionIsRefusedWithoutAnObjectByAdmissionOrByItself() {
        assertThat(refused(() -> poke("none", "none"))).hasMessage("gadgets.gadgets.io \"none\" not found");
        assertThat(refused(() -> poke("d", "other"))).hasMessage("name in URL does not match name in Poke object");
        server.validating.add(new AdmissionChain.Plugin<>(request -> new AdmissionDecision.Refused(
                ApiStatus.of(ErrorReason.FORBIDDEN, request.operation() + " " + request.subresource())), "test"));
        int before = Gadgets.PERFORMED.size();
        assertThat(refused(() -> poke("d", "d"))).hasMessage("CREATE poke");
        assertThat(Gadgets.PERFORMED).hasSize(before);
    }

    private WriteResult poke(String name, String inBody) {
        return server.verbs("gadgets").create(new WriteRequest(TestServer.USER, "default", name, "poke",
                TestServer.json("{'metadata':{'name':'" + inBody + "'}}"), WriteOptions.DEFAULT));
    }

    @Test
    void apartFromActionsNothingIsCreatedBelowAnObject() {
        assertThat(refused(() -> server.verbs("gadgets").create(new WriteRequest(TestServer.USER, "default", "d",
                "status", TestServer.json("{}"), WriteOptions.DEFAULT))).status().code()).isEqualTo(405);
    }

    @Test
    void theConnectorOfAnObjectSaysWhereItIs() {
        String uid = server.get("gadgets", "default", "d").metadata().uid();
        for (String name : List.of("d", "d:80", "https:d:web")) {
            Connector.Target target = server.verbs("gadgets").connect(new ConnectRequest(
                    TestServer.USER, "default", name, "proxy", "/x%20y", Map.of()));
            assertThat(target.address().toString()).isEqualTo("http://" + uid + "/x%20y");
        }
        assertThat(refused(() -> connect("none", "proxy")).status().code()).isEqualTo(404);
        assertThat(refused(() -> connect("a:b:c:d", "proxy")).status().code()).isEqualTo(400);
        assertThat(refused(() -> connect("d", "scale")).status().code()).isEqualTo(405);
        server.validating.add(new AdmissionChain.Plugin<>(request -> new AdmissionDecision.Refused(
                ApiStatus.of(ErrorReason.FORBIDDEN, request.operation().name())), "test"));
        assertThat(refused(() -> connect("d", "proxy"))).hasMessage("CONNECT");
    }

    private Connector.Target connect(String name, String subresource) {
        return server.verbs("gadgets").connect(new ConnectRequest(
                TestServer.USER, "default", name, subresource, "", Map.of()));
    }

    @Test
    void objectsThatAreNotStoredAreMadeWhenAskedFor() {
        assertThat(TestServer.names(server.list("pings", "", ListOptions.ALL))).containsExactly("a", "b");
        ListOptions selected = TestServer.options(Map.of("labelSelector", "name=b", "fieldSelector",
                "metadata.name=b"));
        assertThat(TestServer.names(server.list("pings", "", selected))).containsExactly("b");
        assertThat(server.get("pings", "", "a").metadata().resourceVersion()).isEmpty();
        assertThat(refused(() -> server.get("pings", "", "c"))).hasMessage("pings.gadgets.io \"c\" not found");

        WriteResult done = server.create("pings", "", "{'metadata':{}}");
        assertThat(done.created()).isTrue();
        assertThat(done.kind()).hasValue(new GroupVersionKind(Gadgets.GROUP, "v1", "Ping"));
        assertThat(server.object("pings", done.entry()).textAt("status", "user")).isEqualTo("tester");
        assertThat(server.store.get("/registry/pings/", 0)).isEmpty();
        assertThat(refused(() -> server.delete("pings", "", "a")).status().code()).isEqualTo(405);
        server.groups.remove("gadgets");
    }
}
