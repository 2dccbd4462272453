package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Message;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.kubernetes.client.ProtoClient;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every stored kind that has a message in the official Java client, in protobuf both ways. */
class ProtobufIT {

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with("--runtime-config=api/all=true").surrounded();

    private static KubernetesClient json;
    private static ProtoClient protobuf;
    private static List<Kind> kinds;

    @BeforeAll
    static void connect() throws Exception {
        json = SERVER.fabric8();
        protobuf = new ProtoClient(JavaClientObjects.connect(SERVER.server().kubeconfig()));
        kinds = Kind.stored(json).stream().filter(kind -> Messages.builder(kind, "").isPresent()).toList();
    }

    @Test
    void mostKindsHaveMessages() {
        assertThat(kinds).extracting(Kind::toString).contains("v1 Pod", "v1 ConfigMap", "v1 Service", "v1 Node",
                "apps/v1 Deployment", "apiextensions.k8s.io/v1 CustomResourceDefinition");
    }

    @TestFactory
    Stream<DynamicTest> objectsAreTheSameInProtobuf() {
        var objects = new Fabric8Objects(json);
        return kinds.stream().map(kind -> DynamicTest.dynamicTest(kind.toString(), () -> bothWays(kind, objects)));
    }

    /** Created in JSON and read in protobuf; what was read is created in protobuf again, and read in JSON. */
    private static void bothWays(Kind kind, ObjectClient objects) throws Exception {
        JsonNode sample = Samples.of(kind);
        String name = Json.name(sample);
        JsonNode first = objects.create(kind, sample);
        Message read = get(kind, name);
        assertThat(Messages.name(read)).isEqualTo(name);
        assertThat(listed(kind)).as("names in the list").contains(name);
        remove(kind, objects, name);
        Message created = create(kind, Messages.fresh(read));
        assertThat(Messages.name(created)).isEqualTo(name);
        JsonNode second = objects.get(kind, name).orElseThrow();
        assertThat(Json.missing(sample, second)).as("of the sample in what was created in protobuf").isEmpty();
        assertThat(second.path("metadata").path("uid")).isNotEqualTo(first.path("metadata").path("uid"));
        var deleted = protobuf.delete(Messages.builder(kind, "").orElseThrow(), kind.path() + "/" + name);
        assertThat(deleted.object != null || deleted.status != null).as("an answer to delete").isTrue();
        remove(kind, objects, name);
    }

    private static Message get(Kind kind, String name) throws Exception {
        var answer = protobuf.get(Messages.builder(kind, "").orElseThrow(), kind.path() + "/" + name);
        assertThat(answer.status).as("status instead of the object").isNull();
        return answer.object;
    }

    private static List<String> listed(Kind kind) throws Exception {
        var answer = protobuf.list(Messages.builder(kind, "List").orElseThrow(), kind.path());
        assertThat(answer.status).as("status instead of the list").isNull();
        List<?> items = (List<?>) Messages.field(answer.object, "items");
        return items.stream().map(item -> Messages.name((Message) item)).toList();
    }

    private static Message create(Kind kind, Message object) throws Exception {
        var answer = protobuf.create(object, kind.path(), kind.apiVersion(), kind.name());
        assertThat(answer.status).as("status instead of the object").isNull();
        return answer.object;
    }

    /** Deletes, and plays the controllers for which the finalizers wait. */
    private static void remove(Kind kind, ObjectClient objects, String name) throws Exception {
        if (objects.get(kind, name).isPresent()) {
            objects.delete(kind, name);
            LifeOfAnObject.release(objects, kind, name);
        }
        assertThat(objects.get(kind, name)).as("what is left of " + name).isEmpty();
    }
}
