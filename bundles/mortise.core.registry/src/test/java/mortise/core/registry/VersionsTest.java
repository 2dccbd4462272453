package mortise.core.registry;

import static mortise.core.registry.TestServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import mortise.api.ApiObject;
import mortise.api.GroupResource;
import mortise.api.GroupVersionKind;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.group.Conversion;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.ResourceVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class VersionsTest {

    private final TestServer server = new TestServer("", RandomGenerator.getDefault());

    @BeforeEach
    void addGadgets() {
        server.groups.add("gadgets", Gadgets.usual(), "test");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private ServedResource in(String version) {
        return server.groups.snapshot().find(Gadgets.GROUP, version, "gadgets").orElseThrow();
    }

    private ApiObject create(String version, String body) {
        WriteResult result = in(version).verbs().create(new WriteRequest(
                TestServer.USER, "default", "", "", TestServer.json(body), WriteOptions.DEFAULT));
        return in(version).object(result.entry());
    }

    private ApiObject get(String version, String name) {
        return in(version).object(in(version).verbs().get(new GetRequest("default", name, "")));
    }

    private String stored(String key) {
        return new String(server.store.get(key, 0).orElseThrow().value(), StandardCharsets.UTF_8);
    }

    @Test
    void anObjectIsStoredInTheStorageVersionAndShownInTheOneAskedFor() {
        ApiObject shown = create("v1beta1", "{'metadata':{'name':'a'},'spec':{'old':3,'size':4}}");
        assertThat(shown.apiVersion()).isEqualTo("gadgets.io/v1beta1");
        assertThat(shown.at("spec", "old")).isEqualTo(3L);
        assertThat(shown.at("spec", "size")).isNull();
        assertThat(shown.textAt("complete")).isEqualTo("old");

        assertThat(stored("/registry/gadgets/default/a")).contains("\"apiVersion\":\"gadgets.io/v1\"")
                .contains("\"size\":3").contains("\"complete\":\"size\"").doesNotContain("\"old\":");
        ApiObject same = get("v1", "a");
        assertThat(same.at("spec", "size")).isEqualTo(3L);
        // Those of its own version before the conversion, those of the storage version after it.
        assertThat(same.textAt("spec", "defaultBeta")).isEqualTo("set");
        assertThat(same.textAt("spec", "defaultStored")).isEqualTo("set");
        assertThat(get("v1", "a").apiVersion()).isEqualTo("gadgets.io/v1");
    }

    @Test
    void aPatchIsAppliedToTheObjectInItsVersion() {
        create("v1", "{'metadata':{'name':'a'},'spec':{'size':3}}");
        WriteResult patched = in("v1beta1").verbs().patch(new PatchRequest(TestServer.USER, "default", "a", "",
                PatchType.JSON, TestServer.json("[{'op':'test','path':'/spec/old','value':3},"
                + "{'op':'replace','path':'/spec/old','value':7}]"), WriteOptions.DEFAULT));
        assertThat(in("v1beta1").object(patched.entry()).at("spec", "old")).isEqualTo(7L);
        assertThat(get("v1", "a").at("spec", "size")).isEqualTo(7L);
        assertThat(get("v1", "a").metadata().generation()).isEqualTo(2);
    }

    @Test
    void writingBackWhatWasReadInAnotherVersionChangesNothing() {
        create("v1", "{'metadata':{'name':'a'},'spec':{'size':3,'defaultBeta':'mine'}}");
        ApiObject read = get("v1beta1", "a");
        WriteResult result = in("v1beta1").verbs().update(new WriteRequest(TestServer.USER, "default", "a", "",
                new mortise.core.codec.Decoded(read.deepCopy().tree(), List.of()), WriteOptions.DEFAULT));
        assertThat(result.entry().revision()).isEqualTo(Long.parseLong(read.metadata().resourceVersion()));
    }

    @Test
    void validationAndAdmissionSeeTheStorageVersion() {
        assertThat(refused(() -> create("v1beta1", "{'metadata':{'name':'a'},'spec':{'old':-1}}")))
                .hasMessage("Gadget.gadgets.io \"a\" is invalid: spec.size: Invalid value: -1: must not be negative");
        var seen = new ArrayList<AdmissionRequest>();
        server.mutating.add(new AdmissionChain.Plugin<>(request -> {
            seen.add(request);
            return new AdmissionDecision.Admitted(List.of());
        }, "test"));
        create("v1beta1", "{'metadata':{'name':'b'},'spec':{'old':1}}");
        assertThat(seen).hasSize(1);
        assertThat(seen.get(0).kind()).isEqualTo(new GroupVersionKind(Gadgets.GROUP, "v1", "Gadget"));
        assertThat(seen.get(0).object().orElseThrow().at("spec", "size")).isEqualTo(1L);
    }

    @Test
    void strategiesAreGivenTheStoredFormOfOldAndNew() {
        var seen = new ArrayList<ApiObject>();
        var strategy = new ResourceStrategy() {
            @Override
            public void prepareForUpdate(ApiObject object, ApiObject old) {
                seen.add(object);
                seen.add(old);
            }
        };
        server.groups.remove("gadgets");
        server.groups.add("watched", new Gadgets(Gadgets.GROUP, List.of(Gadgets.gadgets().strategy(strategy).build())),
                "test");
        create("v1beta1", "{'metadata':{'name':'a'},'spec':{'old':1}}");
        in("v1beta1").verbs().patch(new PatchRequest(TestServer.USER, "default", "a", "", PatchType.MERGE,
                TestServer.json("{'spec':{'old':2}}"), WriteOptions.DEFAULT));
        assertThat(seen).extracting(object -> object.at("spec", "size")).containsExactly(2L, 1L);
        assertThat(seen).extracting(ApiObject::apiVersion).containsOnly("gadgets.io/v1");
    }

    @Test
    void aVersionIsServedWhenTheStorageVersionIsNot() {
        try (TestServer other = new TestServer("gadgets.io/v1=false", RandomGenerator.getDefault())) {
            other.groups.add("gadgets", Gadgets.usual(), "test");
            assertThat(other.groups.snapshot().find(Gadgets.GROUP, "v1", "gadgets")).isEmpty();
            other.create("gadgets", "default", "{'metadata':{'name':'a'},'spec':{'old':1}}");
            assertThat(other.get("gadgets", "default", "a").at("spec", "old")).isEqualTo(1L);
            assertThat(other.store.get("/registry/gadgets/default/a", 0).map(value ->
                    new String(value.value(), StandardCharsets.UTF_8))).hasValueSatisfying(
                    text -> assertThat(text).contains("\"apiVersion\":\"gadgets.io/v1\"").contains("\"size\":1"));
        }
    }

    @Test
    void aResourceOfOffVersionsOnlyIsNotOpened() {
        server.groups.add("off", new Gadgets("off.io", List.of(ResourceDefinition.named("offs", "off", "Off")
                .version(new ResourceVersion("v1alpha1", false, ObjectSchema.OPEN)).build())), "test");
        assertThat(server.groups.state(new GroupResource("off.io", "offs"))).isEmpty();
        assertThat(server.groups.snapshot().hasGroup("off.io")).isFalse();
        assertThat(server.groups.installed("off.io/v1alpha1")).isTrue();
    }

    @Test
    void twoGroupsShareTheirObjects() {
        var shared = ResourceDefinition.named("gadgets", "gadget", "Gadget").storedUnder("gadgets")
                .storedAs(new GroupVersionKind(Gadgets.GROUP, "v1", "Gadget"))
                .version(new ResourceVersion("v1", true, new Gadgets.Shape("old", "defaultBeta"),
                        Gadgets.BETA, Optional.empty())).build();
        server.groups.add("other", new Gadgets("other.io", List.of(shared)), "test");
        ServedResource other = server.groups.snapshot().find("other.io", "v1", "gadgets").orElseThrow();
        other.verbs().create(new WriteRequest(TestServer.USER, "default", "", "",
                TestServer.json("{'metadata':{'name':'a'},'spec':{'old':5}}"), WriteOptions.DEFAULT));
        // The schema of the group it is stored as has completed it.
        assertThat(stored("/registry/gadgets/default/a")).contains("\"apiVersion\":\"gadgets.io/v1\"")
                .contains("\"size\":5").contains("\"complete\":\"size\"").contains("defaultStored");
        assertThat(get("v1", "a").at("spec", "size")).isEqualTo(5L);
        ApiObject shown = other.object(other.verbs().get(new GetRequest("default", "a", "")));
        assertThat(shown.apiVersion()).isEqualTo("other.io/v1");
        assertThat(shown.at("spec", "old")).isEqualTo(5L);
    }

    @Test
    void withoutAConversionTheEntryIsTheObject() {
        assertThat(in("v1").converted()).isFalse();
        assertThat(in("v1beta1").converted()).isTrue();
        assertThat(new ResourceVersion("v2", true, ObjectSchema.OPEN).conversion()).isSameAs(Conversion.NONE);
    }

    @Test
    void groupsStandInTheOrderOfKubernetes() {
        var order = new GroupOrder(TestServer.NAMES);
        var names = new ArrayList<>(List.of("x.example.com", "storagemigration.k8s.io", "internal.apiserver.k8s.io",
                "flowcontrol.apiserver.k8s.io", "resource.k8s.io", "discovery.k8s.io", "node.k8s.io",
                "coordination.k8s.io", "scheduling.k8s.io", "apiextensions.k8s.io", "admissionregistration.k8s.io",
                "storage.k8s.io", "rbac.authorization.k8s.io", "policy", "networking.k8s.io", "certificates.k8s.io",
                "batch", "autoscaling", "authorization.k8s.io", "authentication.k8s.io", "events.k8s.io", "apps",
                "apiregistration.k8s.io", "", "a.example.com"));
        names.sort(order);
        assertThat(names).containsExactly("", "apiregistration.k8s.io", "apps", "events.k8s.io",
                "authentication.k8s.io", "authorization.k8s.io", "autoscaling", "batch", "certificates.k8s.io",
                "networking.k8s.io", "policy", "rbac.authorization.k8s.io", "storage.k8s.io",
                "admissionregistration.k8s.io", "apiextensions.k8s.io", "scheduling.k8s.io", "coordination.k8s.io",
                "node.k8s.io", "discovery.k8s.io", "resource.k8s.io", "flowcontrol.apiserver.k8s.io",
                "internal.apiserver.k8s.io", "storagemigration.k8s.io", "a.example.com", "x.example.com");
    }
}
