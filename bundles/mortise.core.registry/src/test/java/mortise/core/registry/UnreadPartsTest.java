package mortise.core.registry;

import static mortise.core.registry.TestServer.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Logger;
import mortise.api.ApiObject;
import mortise.api.JsonStruct;
import mortise.core.cache.CacheEntry;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parts of objects that a write leaves alone stay texts: nobody can tell, and nothing is shared that may change. */
final class UnreadPartsTest {

    private static final Logger LOG = Logger.getLogger(UnreadPartsTest.class.getName());
    private static final String SPEC =
            TestServer.POD + ",'nodeName':'n','tolerations':[{'key':'k','operator':'Exists'}]";

    private final TestServer server = new TestServer();

    @BeforeEach
    void create() {
        for (String name : List.of("one", "two")) {
            server.create("pods", "default", "{'metadata':{'name':'" + name + "','labels':{'l':'0'},'annotations':"
                    + "{'a':'0'}},'spec':{" + SPEC + "}}");
        }
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Map<String, Object> withoutIdentity(CacheEntry entry) {
        ApiObject object = server.object("pods", entry).deepCopy();
        object.metadata().tree().keySet().removeAll(List.of("name", "uid", "resourceVersion"));
        return object.tree();
    }

    @Test
    void mergePatchesDoWhatJsonPatchesDoThatLookIntoEverything() {
        long seed = new Random().nextLong();
        LOG.info("seed " + seed);
        var random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            String value = Integer.toString(random.nextInt(5));
            String[] patches = switch (random.nextInt(5)) {
                case 0 -> new String[] {"{'metadata':{'labels':{'l':'" + value + "'}}}",
                        "[{'op':'add','path':'/metadata/labels/l','value':'" + value + "'}]"};
                case 1 -> new String[] {"{'spec':{'containers':[{'name':'c','image':'i:" + value + "'}]}}",
                        "[{'op':'replace','path':'/spec/containers/0','value':{'name':'c','image':'i:" + value
                                + "'}}]"};
                case 2 -> new String[] {"{'status':{'phase':'" + value + "'}}",
                        "[{'op':'replace','path':'/status/phase','value':'" + value + "'}]"};
                case 3 -> new String[] {"{'spec':{'nodeName':'n'}}",
                        "[{'op':'replace','path':'/spec/nodeName','value':'n'}]"};
                default -> new String[] {"{'metadata':{'annotations':{'a" + value + "':'" + i + "'}}}",
                        "[{'op':'add','path':'/metadata/annotations/a" + value + "','value':'" + i + "'}]"};
            };
            WriteResult one = server.merge("pods", "default", "one", patches[0]);
            WriteResult two = server.patch("pods", "default", "two", "", PatchType.JSON, patches[1]);
            assertThat(withoutIdentity(one.entry())).as(patches[0]).isEqualTo(withoutIdentity(two.entry()));
        }
    }

    @Test
    void whatAPlugInChangesIsNotChangedInTheObjectBefore() {
        List<Object> seen = new ArrayList<>();
        server.mutating.add(new AdmissionChain.Plugin<>(request -> {
            if (request.operation() == Operation.UPDATE) {
                request.object().orElseThrow().structAt("spec").put("activeDeadlineSeconds", 7L);
                request.object().orElseThrow().structAt("status").put("phase", "Unknown");
                seen.add(request.oldObject().orElseThrow().structAt("spec").containsKey("activeDeadlineSeconds"));
                seen.add(request.oldObject().orElseThrow().textAt("status", "phase"));
            }
            return AdmissionDecision.ADMITTED;
        }, "test"));
        server.merge("pods", "default", "one", "{'metadata':{'labels':{'l':'1'}}}");
        assertThat(seen).containsExactly(false, "Pending");
        assertThat(server.get("pods", "default", "one").at("spec", "activeDeadlineSeconds")).isEqualTo(7L);
        assertThat(server.get("pods", "default", "one").metadata().labels()).isEqualTo(Map.of("l", "1"));
    }

    @Test
    void partsThatAnUpdateSendsAsTheyAreStayTextsOfTheirOwn() {
        List<Object> seen = new ArrayList<>();
        server.mutating.add(new AdmissionChain.Plugin<>(request -> {
            if (request.operation() == Operation.UPDATE) {
                ApiObject object = request.object().orElseThrow();
                ApiObject before = request.oldObject().orElseThrow();
                seen.add(JsonStruct.areUnread(object.tree().get("spec"), before.tree().get("spec")));
                object.structAt("spec").put("activeDeadlineSeconds", 7L);
                seen.add(before.structAt("spec").containsKey("activeDeadlineSeconds"));
            }
            return AdmissionDecision.ADMITTED;
        }, "test"));
        ApiObject read = server.get("pods", "default", "one");
        read.metadata().setLabel("l", "1");
        read.metadata().tree().remove("resourceVersion");
        server.update("pods", "default", read);
        assertThat(seen).containsExactly(true, false);
        assertThat(server.get("pods", "default", "one").at("spec", "activeDeadlineSeconds")).isEqualTo(7L);
        assertThat(server.get("pods", "default", "one").metadata().labels()).isEqualTo(Map.of("l", "1"));
    }

    @Test
    void whatAPlugInChangesIsChecked() {
        server.mutating.add(new AdmissionChain.Plugin<>(request -> {
            if (request.operation() == Operation.UPDATE) {
                request.object().orElseThrow().structAt("spec").put("hostname", "h");
            }
            return AdmissionDecision.ADMITTED;
        }, "test"));
        assertThat(refused(() -> server.merge("pods", "default", "one", "{'metadata':{'labels':{'l':'1'}}}")))
                .hasMessageContaining("pod updates may not change fields other than");
    }

    @Test
    void aDeletedPodIsAnsweredWholeAndMarkedOne() {
        ApiObject before = server.get("pods", "default", "one");
        ApiObject marked = server.object("pods", server.delete("pods", "default", "one").entry());
        assertThat(marked.at("spec")).isEqualTo(before.at("spec"));
        assertThat(marked.at("status")).isEqualTo(before.at("status"));
        assertThat(marked.metadata().tree()).containsEntry("deletionGracePeriodSeconds", 30L);
        assertThat(server.get("pods", "default", "one")).isEqualTo(marked);
    }
}
