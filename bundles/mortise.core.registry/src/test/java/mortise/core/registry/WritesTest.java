package mortise.core.registry;

import static mortise.core.registry.TestServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GroupVersionKind;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.Decoded;
import mortise.core.codec.YamlDecoder;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.group.ObjectSchema;
import mortise.spi.storage.Commit;
import mortise.spi.storage.ValueTooLargeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WritesTest {

    private final TestServer server = new TestServer();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void emptyFieldsOfMetadataAreTheSameAsNone() {
        WriteResult created = server.create("configmaps", "default", """
                {'metadata':{'name':'empty','generateName':'','generation':0,'labels':{},'annotations':{},
                'finalizers':[],'ownerReferences':[],'resourceVersion':''}}""");
        assertThat(server.object("configmaps", created.entry()).metadata().tree())
                .containsOnlyKeys("name", "namespace", "uid", "resourceVersion", "creationTimestamp");
    }

    @Test
    void anObjectThatIsTooLargeToStoreIsRefused() {
        // A line break is one byte, and two in JSON.
        server.create("configmaps", "default", "{'metadata':{'name':'lines'},'data':{'a':'" + "\\n".repeat(1_000_000)
                + "'}}");
        byte[] most = new byte[3 * 512 * 1024];
        Commits.run(server.store, Commit.create("/registry/most", most));
        assertThat(refused(() -> Commits.run(server.store,
                Commit.create("/registry/more", Arrays.copyOf(most, most.length + 1)))).status())
                .isEqualTo(ApiStatus.of(ErrorReason.UNKNOWN, "etcdserver: request is too large"));
        // What is stored may be larger than JSON, or the store take less.
        assertThat(refused(() -> Commits.await(CompletableFuture.failedFuture(
                new ValueTooLargeException("writing /registry/x: no", null)))).status())
                .isEqualTo(ApiStatus.of(ErrorReason.UNKNOWN, "etcdserver: request is too large"));
    }

    @Test
    void whatStandsTwiceInYamlIsToldByItsLine() {
        var intake = new Intake(new GroupVersionKind("", "v1", "ConfigMap"), ObjectSchema.OPEN);
        byte[] yaml = "kind: ConfigMap\ndata:\n  a: '1'\n  a: '2'\n".getBytes(StandardCharsets.UTF_8);
        var warnings = new ArrayList<String>();
        intake.body(YamlDecoder.decode(yaml, DecodeLimits.DEFAULT), FieldValidation.WARN, warnings);
        assertThat(warnings).containsExactly("line 4: key \"a\" already set in map");
        assertThat(refused(() -> intake.body(YamlDecoder.decode(yaml, DecodeLimits.DEFAULT),
                FieldValidation.STRICT, warnings)).getMessage())
                .endsWith("strict decoding error: yaml: unmarshal errors:\n  line 4: key \"a\" already set in map");
    }

    @Test
    void aNewObjectGetsTheServersFieldsWhateverItsCreatorWrote() {
        WriteResult created = server.create("configmaps", "default", """
                {'metadata':{'name':'a','uid':'x','creationTimestamp':'2001-01-01T00:00:00Z','generation':55,
                'selfLink':'/x','deletionTimestamp':'2001-01-01T00:00:00Z','deletionGracePeriodSeconds':9}}""");
        ApiObject object = server.object("configmaps", created.entry());
        assertThat(created.created()).isTrue();
        assertThat(object.metadata().uid())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(object.metadata().creationTimestamp()).isEqualTo("2030-01-02T03:04:05Z");
        assertThat(object.metadata().namespace()).isEqualTo("default");
        assertThat(object.metadata().generation()).isEqualTo(55);
        assertThat(object.metadata().resourceVersion()).isEqualTo(Long.toString(created.entry().revision()));
        assertThat(object.metadata().tree())
                .doesNotContainKeys("selfLink", "deletionTimestamp", "deletionGracePeriodSeconds");
        assertThat(server.get("configmaps", "default", "a")).isEqualTo(object);
    }

    @Test
    void everyKindThatNeedsOnlyANameComesBackAsItWasCreated() {
        int count = 0;
        for (ServedGroup group : server.groups.snapshot().groups()) {
            for (ServedVersion version : group.versions()) {
                for (ServedResource resource : version.resources()) {
                    String namespace = resource.definition().namespaced() ? "default" : "";
                    count += resource.definition().virtual().isEmpty() && comesBack(resource, namespace) ? 1 : 0;
                }
            }
        }
        assertThat(count).isGreaterThan(5);
    }

    private boolean comesBack(ServedResource resource, String namespace) {
        WriteResult created;
        try {
            created = resource.verbs().create(new WriteRequest(TestServer.USER, namespace, "", "",
                    TestServer.json("{'metadata':{'name':'round-trip'}}"), WriteOptions.DEFAULT));
        } catch (ApiException needsMore) {
            assertThat(needsMore.status().code()).as(resource.definition().kind()).isEqualTo(422);
            return false;
        }
        var read = resource.verbs().get(new GetRequest(namespace, "round-trip", ""));
        assertThat(read.body()).as(resource.definition().kind()).isEqualTo(created.entry().body());
        assertThat(resource.verbs().delete(
                new DeleteRequest(TestServer.USER, namespace, "round-trip", DeleteOptions.DEFAULT))).isNotNull();
        return true;
    }

    @Test
    void keysAreLaidOutAsKubernetesDoes() {
        server.create("services", "default", "{'metadata':{'name':'s'},'spec':{'ports':[{'port':80}]}}");
        server.create("nodes", "", "{'metadata':{'name':'n'}}");
        server.create("leases", "default", "{'metadata':{'name':'l'}}");
        assertThat(server.store.get("/registry/services/specs/default/s", 0)).isPresent();
        assertThat(server.store.get("/registry/minions/n", 0)).isPresent();
        assertThat(server.store.get("/registry/leases/default/l", 0)).isPresent();
    }

    @Test
    void aTakenNameIsAConflict() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        ApiException refused = refused(() -> server.create("configmaps", "default", "{'metadata':{'name':'a'}}"));
        assertThat(refused.status().reason()).isEqualTo(ErrorReason.ALREADY_EXISTS);
        assertThat(refused).hasMessage("configmaps \"a\" already exists");
    }

    @Test
    void generatedNamesHaveTheirFormAndTakenOnesAreReplaced() {
        for (int i = 0; i < 200; i++) {
            String name = server.create("configmaps", "default", "{'metadata':{'generateName':'gen-'}}").entry().name();
            assertThat(name).matches("gen-[bcdfghjklmnpqrstvwxz2456789]{5}");
        }
        assertThat(new NameGenerator(() -> 0L).generate("x".repeat(100))).hasSize(63);
    }

    @Test
    void anExhaustedGeneratorSaysSoAndWhenToTryAgain() {
        try (TestServer stubborn = new TestServer("", () -> 0L)) {
            stubborn.create("configmaps", "default", "{'metadata':{'generateName':'gen-'}}");
            ApiException refused =
                    refused(() -> stubborn.create("configmaps", "default", "{'metadata':{'generateName':'gen-'}}"));
            assertThat(refused.status().reason()).isEqualTo(ErrorReason.ALREADY_EXISTS);
            assertThat(refused.status().details().orElseThrow().retryAfterSeconds()).isEqualTo(1);
        }
    }

    @Test
    void theNamespaceOfAnObjectIsThatOfThePathAndNobodyAsksWhetherItIsThere() {
        assertThat(refused(() -> server.create("configmaps", "default", "{'metadata':{'name':'a','namespace':'o'}}")))
                .hasMessage("the namespace of the provided object does not match the namespace sent on the request");
        assertThat(server.create("configmaps", "nope", "{'metadata':{'name':'a'}}").entry().namespace())
                .isEqualTo("nope");
    }

    @Test
    void aVersionOnANewObjectIsRefused() {
        assertThat(refused(() -> server.create("configmaps", "default",
                "{'metadata':{'name':'a','resourceVersion':'1'}}")))
                .hasMessage("resourceVersion should not be set on objects to be created");
    }

    @Test
    void metadataOfAWrongTypeIsRefusedByName() {
        assertThat(refused(() -> server.create("configmaps", "default", "{'metadata':{'name':'a','labels':{'a':1}}}")))
                .hasMessage("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal"
                        + " number into Go struct field ObjectMeta.metadata.labels of type string");
    }

    @Test
    void unknownAndDuplicateFieldsAreSaidOrRefusedAsAsked() {
        String body = "{'metadata':{'name':'c','bogus':1},'data':{'a':'1','a':'2'},'extra':true}";
        var warn = new WriteOptions(true, FieldValidation.WARN, "");
        assertThat(server.create("configmaps", "default", body, warn).warnings()).containsExactly(
                "duplicate field \"data.a\"", "unknown field \"metadata.bogus\"", "unknown field \"extra\"");
        var strict = new WriteOptions(true, FieldValidation.STRICT, "");
        assertThat(refused(() -> server.create("configmaps", "default", body, strict))).hasMessageContaining(
                "strict decoding error: duplicate field \"data.a\", unknown field \"metadata.bogus\"");
        assertThat(server.create("configmaps", "default", body, new WriteOptions(true, FieldValidation.IGNORE, ""))
                .warnings()).isEmpty();
    }

    @Test
    void aDryRunStoresNothingAndHasNoVersion() {
        var dryRun = new WriteOptions(true, FieldValidation.WARN, "");
        WriteResult result = server.create("configmaps", "default", "{'metadata':{'name':'a'}}", dryRun);
        assertThat(server.object("configmaps", result.entry()).metadata().resourceVersion()).isEmpty();
        assertThat(server.object("configmaps", result.entry()).metadata().uid()).isNotEmpty();
        assertThat(refused(() -> server.get("configmaps", "default", "a")).status().code()).isEqualTo(404);
    }

    @Test
    void anUpdateWithAnOldVersionIsAConflictAndOneWithoutIsNot() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'},'data':{'x':'1'}}");
        ApiObject read = server.get("configmaps", "default", "a");
        server.merge("configmaps", "default", "a", "{'data':{'x':'2'}}");
        ApiException refused = refused(() -> server.update("configmaps", "default", read));
        assertThat(refused).hasMessage("Operation cannot be fulfilled on configmaps \"a\": the object has been"
                + " modified; please apply your changes to the latest version and try again");
        server.update("configmaps", "default", "a", "", "{'metadata':{'name':'a'},'data':{'y':'3'}}");
        assertThat(server.get("configmaps", "default", "a").at("data")).isEqualTo(Map.of("y", "3"));
    }

    @Test
    void aWriteThatChangesNothingKeepsTheVersion() {
        long first = server.create("configmaps", "default", "{'metadata':{'name':'a'},'data':{'x':'1','y':'2'}}")
                .entry().revision();
        assertThat(server.update("configmaps", "default", "a", "",
                "{'metadata':{'name':'a'},'data':{'x':'1','y':'2'}}").entry().revision()).isEqualTo(first);
        assertThat(server.update("configmaps", "default", "a", "",
                "{'metadata':{'name':'a'},'data':{'y':'2','x':'1'}}").entry().revision())
                .as("in another order").isEqualTo(first);
        assertThat(server.merge("configmaps", "default", "a", "{'data':{'x':'1'}}").entry().revision())
                .isEqualTo(first);
        assertThat(server.merge("configmaps", "default", "a",
                "{'metadata':{'creationTimestamp':'2002-02-02T02:02:02Z','selfLink':'/y','generation':4}}")
                .entry().revision()).as("only what the server sets").isEqualTo(first);
        assertThat(server.merge("configmaps", "default", "a", "{'data':{'x':'3'}}").entry().revision())
                .isGreaterThan(first);
    }

    @Test
    void onlySomeKindsAreCreatedByAnUpdate() {
        assertThat(refused(() -> server.update("configmaps", "default", "a", "", "{'metadata':{'name':'a'}}"))
                .status().code()).isEqualTo(404);
        assertThat(server.update("leases", "default", "l", "", "{'metadata':{'name':'l','resourceVersion':'1'}}")
                .created()).isTrue();
        ApiException refused =
                refused(() -> server.update("leases", "default", "l", "", "{'metadata':{'name':'l'},'spec':{}}"));
        assertThat(refused).hasMessage("leases.coordination.k8s.io \"l\" is invalid: metadata.resourceVersion:"
                + " Invalid value: 0: must be specified for an update");
    }

    @Test
    void whatIdentifiesAnObjectCannotBeChanged() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        assertThat(refused(() -> server.merge("configmaps", "default", "a", "{'metadata':{'uid':'u'}}"))
                .status().code()).isEqualTo(422);
        assertThat(refused(() -> server.update("configmaps", "default", "a", "", "{'metadata':{'name':'a','uid':'u'}}"))
                .status().code()).isEqualTo(409);
        assertThat(refused(() -> server.merge("configmaps", "default", "a", "{'metadata':{'name':'b'}}"))
                .status().code()).isEqualTo(400);
        assertThat(refused(() -> server.merge("configmaps", "default", "a",
                "{'metadata':{'deletionTimestamp':'2030-01-01T00:00:00Z'}}")).status().code()).isEqualTo(422);
        assertThat(refused(() -> server.update("configmaps", "default", "a", "", "{'metadata':{}}")))
                .hasMessageContaining("name must be provided");
    }

    @Test
    void anUpdateThatNamesAUidMeansThatObjectAndNoOther() {
        String gone = "Precondition failed: UID in precondition: u, UID in object meta: ";
        for (String plural : List.of("configmaps", "leases")) {
            ApiException refused = refused(() ->
                    server.update(plural, "default", "a", "", "{'metadata':{'name':'a','uid':'u'}}"));
            assertThat(refused.status().code()).as("%s, which is not there", plural).isEqualTo(409);
            assertThat(refused).hasMessageEndingWith(" \"a\": " + gone);
        }
        assertThat(refused(() -> server.update("deployments", "default", "g", "scale",
                "{'metadata':{'name':'g','uid':'u'}}")).status().code()).isEqualTo(409);
        server.create("leases", "default", "{'metadata':{'name':'a'}}");
        assertThat(refused(() -> server.update("leases", "default", "a", "",
                "{'metadata':{'name':'a','uid':'u','resourceVersion':'1'}}"))).hasMessageContaining(gone);
        assertThat(refused(() -> server.update("leases", "default", "a", "", "{'metadata':{'name':'a','uid':'u'}}")))
                .hasMessageContaining(gone);
    }

    @Test
    void aPatchCannotTakeTheNameAway() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        for (String patch : List.of("{'metadata':null}", "{'metadata':{'name':null}}", "{'metadata':{'name':''}}")) {
            assertThat(refused(() -> server.merge("configmaps", "default", "a", patch))).as(patch).hasMessage(
                    "the name of the object (a based on URL) was undeterminable: name must be provided");
        }
    }

    @Test
    void aRefusedPatchShowsTheOutcomeWithWhatIsUnknown() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        var strict = new WriteOptions(false, FieldValidation.STRICT, "");
        assertThat(refused(() -> server.resource("configmaps").verbs().patch(new PatchRequest(TestServer.USER,
                "default", "a", "", PatchType.MERGE, TestServer.json("{'odd':1}"), strict))))
                .hasMessageContaining("\\\"odd\\\":1").hasMessageEndingWith("unknown field \"odd\"");
    }

    @Test
    void whatTheServerSetsIsNobodysAndUnknownToAdmission() {
        var seen = new ArrayList<Map<String, Object>>();
        server.mutating.add(new AdmissionChain.Plugin<>(request -> {
            seen.add(Map.copyOf(request.object().orElseThrow().metadata().tree()));
            return AdmissionDecision.ADMITTED;
        }, "seer"));
        ApiObject made = server.object("configmaps", server.create("configmaps", "default", """
                {'metadata':{'name':'a','uid':'x','creationTimestamp':'2001-01-01T00:00:00Z','resourceVersion':'0',
                'deletionTimestamp':'2001-01-01T00:00:00Z','deletionGracePeriodSeconds':9}}""").entry());
        assertThat(made.metadata().tree()).doesNotContainKey("managedFields");
        assertThat(seen).singleElement().satisfies(metadata -> assertThat(metadata).containsOnlyKeys(
                "name", "namespace"));
    }

    @Test
    void aDeletedObjectKeepsTheTimeOfItsDeletion() {
        server.create("configmaps", "default", "{'metadata':{'name':'a','finalizers':['a.io/a']}}");
        server.resource("configmaps").verbs().delete(
                new DeleteRequest(TestServer.USER, "default", "a", DeleteOptions.DEFAULT));
        server.update("configmaps", "default", "a", "", """
                {'metadata':{'name':'a','finalizers':['a.io/a'],'deletionTimestamp':'2001-01-01T00:00:00Z'},
                'data':{'k':'v'}}""");
        ApiObject kept = server.get("configmaps", "default", "a");
        assertThat(kept.metadata().deletionTimestamp()).isEqualTo("2030-01-02T03:04:05Z");
        assertThat(kept.textAt("data", "k")).isEqualTo("v");
    }

    @Test
    void entriesOfManagersHaveAShapeToo() {
        var warn = new WriteOptions(true, FieldValidation.WARN, "");
        assertThat(server.create("configmaps", "default",
                "{'metadata':{'name':'a','managedFields':[{'manager':'m','odd':1}]}}", warn).warnings())
                .containsExactly("unknown field \"metadata.managedFields[0].odd\"");
        for (String[] wrong : new String[][] {
            {"[1]", "number into Go struct field ObjectMeta.metadata.managedFields of type v1.ManagedFieldsEntry"},
            {"[{'manager':1}]", "number into Go struct field ManagedFieldsEntry.metadata.managedFields.manager of"},
            {"{}", "object into Go struct field ObjectMeta.metadata.managedFields of type []v1.ManagedFieldsEntry"}}) {
            assertThat(refused(() -> server.create("configmaps", "default",
                    "{'metadata':{'name':'a','managedFields':" + wrong[0] + "}}"))).hasMessageContaining(wrong[1]);
        }
    }

    @Test
    void finalizersAndOwnersThatAreNullAreEmptyOnes() {
        assertThat(refused(() -> server.create("configmaps", "default",
                "{'metadata':{'name':'a','finalizers':['foo',null]}}")))
                .hasMessageContaining("metadata.finalizers[0]: Invalid value: \"foo\": name is neither a standard")
                .hasMessageContaining("metadata.finalizers[1]: Invalid value: \"\": name is neither a standard");
        assertThat(refused(() -> server.create("configmaps", "default",
                "{'metadata':{'name':'a','ownerReferences':[null]}}"))).hasMessageContaining(
                "metadata.ownerReferences.uid: Invalid value: \"\": must not be empty");
    }

    @Test
    void namesThatAreNoNamesAreToldWhy() {
        assertThat(refused(() -> server.create("services", "default", "{'metadata':{'name':'a.b'}}")))
                .hasMessageContaining("metadata.name: Invalid value: \"a.b\": must not contain dots");
        assertThat(refused(() -> server.create("services", "default",
                "{'metadata':{'name':'" + "a".repeat(64) + "'}}")))
                .hasMessageContaining("\": must be no more than 63 characters");
        assertThat(refused(() -> server.create("configmaps", "default",
                "{'metadata':{'name':'" + "a".repeat(254) + "'}}")))
                .hasMessageContaining("\": must be no more than 253 characters");
    }

    @Test
    void aPatchThatMakesAnotherKindIsInvalid() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        for (String patch : List.of("{'apiVersion':'v2'}", "{'kind':'Secret'}", "{'data':{'n':5}}")) {
            ApiException refused = refused(() -> server.merge("configmaps", "default", "a", patch));
            assertThat(refused.status().code()).as(patch).isEqualTo(422);
            assertThat(refused.status().details().orElseThrow().causes().get(0).field()).isEqualTo("patch");
        }
    }

    @Test
    void aPatchWithAnOldVersionIsAConflict() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'}}");
        assertThat(refused(() -> server.merge("configmaps", "default", "a",
                "{'metadata':{'resourceVersion':'1'},'data':{'q':'q'}}")).status().code()).isEqualTo(409);
    }

    @Test
    void jsonPatchesAreAppliedOrRefused() {
        server.create("configmaps", "default", "{'metadata':{'name':'a'},'data':{'e':'7'}}");
        server.patch("configmaps", "default", "a", "", PatchType.JSON, "[{'op':'add','path':'/data/f','value':'8'}]");
        assertThat(server.get("configmaps", "default", "a").textAt("data", "f")).isEqualTo("8");
        assertThat(refused(() -> server.patch("configmaps", "default", "a", "", PatchType.JSON,
                "[{'op':'test','path':'/data/e','value':'9'}]")).status().code()).isEqualTo(422);
        assertThat(refused(() -> server.patch("configmaps", "default", "a", "", PatchType.JSON, "{'op':'add'}"))
                .status().code()).isEqualTo(400);
    }

    private WriteResult strategic(String name, String subresource, String patch) {
        return server.patch("deployments", "default", name, subresource, PatchType.STRATEGIC, patch);
    }

    @Test
    void strategicPatchesMergeListsByTheirKey() {
        server.create("deployments", "default",
                "{'metadata':{'name':'d','finalizers':['a.io/a']},'spec':{'replicas':1,"
                        + TestServer.DEPLOYMENT + "}}");
        strategic("d", "", "{'spec':{'template':{'spec':{'containers':[{'name':'added','image':'i'}]}}},"
                + "'metadata':{'finalizers':['b.io/b']}}");
        ApiObject read = server.get("deployments", "default", "d");
        assertThat((List<?>) read.at("spec", "template", "spec", "containers")).hasSize(2);
        assertThat(read.at("metadata", "finalizers")).isEqualTo(List.of("b.io/b", "a.io/a"));
        assertThat(read.metadata().generation()).isEqualTo(2);
        WriteResult same = strategic("d", "", "{'spec':{'replicas':1}}");
        assertThat(server.object("deployments", same.entry())).as("a patch that changes nothing").isEqualTo(read);

        strategic("d", "status", "{'status':{'conditions':[{'type':'A','status':'True'}]}}");
        strategic("d", "status", "{'status':{'conditions':[{'type':'B','status':'True'}]},'spec':{'replicas':7}}");
        read = server.get("deployments", "default", "d");
        assertThat((List<?>) read.at("status", "conditions")).hasSize(2);
        assertThat(read.at("spec", "replicas")).isEqualTo(1L);
        assertThat(read.metadata().generation()).isEqualTo(2);
    }

    @Test
    void strategicPatchesAreRefusedAsClientsKnowIt() {
        server.create("deployments", "default",
                "{'metadata':{'name':'d'},'spec':{'replicas':1," + TestServer.DEPLOYMENT + "}}");
        ApiException keyless = refused(() -> strategic(
                "d", "", "{'spec':{'template':{'spec':{'containers':[{'image':'noname'}]}}}}"));
        assertThat(keyless).hasMessage("map: map[image:noname] does not contain declared merge key: name");
        assertThat(keyless.status().code()).isEqualTo(500);
        assertThat(refused(() -> strategic("d", "", "{'spec':{'replicas':'x'}}"))).hasMessageContaining(
                "patch: Invalid value: \"map[spec:map[replicas:x]]\": ");
        assertThat(refused(() -> strategic("d", "", "{'metadata':{'resourceVersion':'1'}}")).status().code())
                .isEqualTo(409);
        server.groups.add("gadgets", Gadgets.usual(), "test");
        ApiException untyped = refused(() -> server.patch(
                "gadgets", "default", "none", "", PatchType.STRATEGIC, "{}"));
        assertThat(untyped).hasMessage("the body of the request was in an unknown format - accepted media types"
                + " include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
        assertThat(untyped.status().code()).isEqualTo(415);
    }

    @Test
    void statusIsWrittenThroughItsOwnPathOnly() {
        server.create("deployments", "default",
                "{'metadata':{'name':'d'},'spec':{'replicas':1," + TestServer.DEPLOYMENT
                        + "},'status':{'replicas':9}}");
        assertThat(server.get("deployments", "default", "d").at("status")).isEqualTo(Map.of());
        server.patch("deployments", "default", "d", "status", PatchType.MERGE,
                "{'status':{'replicas':3},'spec':{'replicas':9},'metadata':{'labels':{'x':'y'}}}");
        ApiObject read = server.get("deployments", "default", "d");
        assertThat(read.at("status", "replicas")).isEqualTo(3L);
        assertThat(read.at("spec", "replicas")).isEqualTo(1L);
        assertThat(read.metadata().labels()).isEmpty();
        server.update("deployments", "default", "d", "",
                "{'metadata':{'name':'d'},'spec':{'replicas':1," + TestServer.DEPLOYMENT
                        + "},'status':{'replicas':99}}");
        assertThat(server.get("deployments", "default", "d").at("status", "replicas")).isEqualTo(3L);
    }

    @Test
    void generationCountsChangesOfTheSpecOnly() {
        server.create("deployments", "default",
                "{'metadata':{'name':'d'},'spec':{'replicas':1," + TestServer.DEPLOYMENT + "}}");
        assertThat(generation("{'metadata':{'labels':{'a':'b'}}}")).isEqualTo(1);
        assertThat(generation("{'spec':{'replicas':2}}")).isEqualTo(2);
        assertThat(generation("{'spec':{'replicas':2}}")).isEqualTo(2);
        assertThat(generation("{'metadata':{'generation':77}}")).isEqualTo(2);
        server.patch("deployments", "default", "d", "status", PatchType.MERGE, "{'status':{'replicas':2}}");
        assertThat(server.get("deployments", "default", "d").metadata().generation()).isEqualTo(2);
        assertThat(generation("{'metadata':{'annotations':{'a':'b'}}}")).as("annotations of a deployment").isEqualTo(3);
    }

    private long generation(String patch) {
        return server.object("deployments", server.merge("deployments", "default", "d", patch).entry())
                .metadata().generation();
    }

    @Test
    void sameOwnersAreKeptOnceWithAWarning() {
        String owner = "{'apiVersion':'v1','kind':'ConfigMap','name':'o','uid':'u'}";
        WriteResult result = server.create("configmaps", "default",
                "{'metadata':{'name':'d','ownerReferences':[" + owner + "," + owner + "]}}");
        assertThat(result.warnings()).hasSize(1);
        assertThat((List<?>) server.get("configmaps", "default", "d").at("metadata", "ownerReferences")).hasSize(1);
    }

    @Test
    void aBodyThatIsNotAnObjectIsRefused() {
        assertThat(refused(() -> server.verbs("configmaps").create(new WriteRequest(TestServer.USER, "default", "", "",
                new Decoded(List.of(), List.of()), WriteOptions.DEFAULT))).status().code()).isEqualTo(400);
    }

    private WriteResult raced(int i) {
        String data = "'data':{'k" + i + "':'v'}";
        return switch (i % 4) {
            case 0 -> server.merge("configmaps", "default", "raced", "{" + data + "}");
            case 1 -> server.patch("configmaps", "default", "raced", "", PatchType.STRATEGIC, "{" + data + "}");
            case 2 -> server.patch("configmaps", "default", "raced", "", PatchType.JSON,
                    "[{'op':'add','path':'/data/k" + i + "','value':'v'}]");
            default -> server.verbs("configmaps").patch(new PatchRequest(TestServer.USER, "default", "raced", "",
                    PatchType.APPLY, TestServer.json("{'apiVersion':'v1','kind':'ConfigMap',"
                    + "'metadata':{'name':'raced'}," + data + "}"),
                    new WriteOptions(false, FieldValidation.WARN, "manager" + i, false)));
        };
    }

    @Test
    void ofManyPatchesOfOneObjectAtTheSameTimeNoneIsLost() throws Exception {
        int writers = 100;
        server.create("configmaps", "default", "{'metadata':{'name':'raced'},'data':{'k':'v'}}");
        var begin = new CyclicBarrier(writers);
        var threads = Executors.newFixedThreadPool(writers);
        try {
            List<Callable<WriteResult>> patches = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                int number = i;
                patches.add(() -> {
                    begin.await();
                    return raced(number);
                });
            }
            for (Future<WriteResult> patch : threads.invokeAll(patches)) {
                assertThat(patch.get().created()).isFalse();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(server.get("configmaps", "default", "raced").structAt("data")).hasSize(writers + 1);
    }
}
