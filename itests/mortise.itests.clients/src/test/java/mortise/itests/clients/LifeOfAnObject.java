package mortise.itests.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The same requests for each kind and client: create, read, change, delete, and a watch beside them. */
final class LifeOfAnObject {

    private static final int ATTEMPTS = 5;

    private final ObjectClient client;
    private final Kind kind;
    private final JsonNode sample;
    private final String name;

    LifeOfAnObject(ObjectClient client, Kind kind, JsonNode sample) {
        this.client = client;
        this.kind = kind;
        this.sample = sample;
        this.name = Json.name(sample);
    }

    void run() throws Exception {
        String start = client.list(kind).path("metadata").path("resourceVersion").asText();
        assertThat(start).as("resourceVersion of the list").isNotEmpty();
        try (Watched watched = client.watch(kind, name, start)) {
            JsonNode created = create();
            Watched.Event added = watched.await(event -> event.type().equals("ADDED"));
            assertSame("object of ADDED", added.object(), created);
            read(created);
            change(watched);
            delete(watched, created);
        }
    }

    private static void assertSame(String what, JsonNode actual, JsonNode expected) {
        assertThat(Json.missing(expected, actual)).as("missing in the " + what).isEmpty();
        assertThat(Json.missing(actual, expected)).as("surplus in the " + what).isEmpty();
    }

    private JsonNode create() throws Exception {
        JsonNode created = client.create(kind, sample);
        assertThat(Json.missing(sample, created)).as("of the sample in the answer to create").isEmpty();
        assertThat(created.path("metadata").path("uid").asText()).as("uid").matches("[0-9a-f-]{36}");
        assertThat(created.path("metadata").path("creationTimestamp").asText()).as("creationTimestamp").endsWith("Z");
        client.throughItsClass(kind, created).ifPresent(again ->
                assertThat(Json.missing(sample, again)).as("of the sample in the client's own class").isEmpty());
        return created;
    }

    private void read(JsonNode created) throws Exception {
        JsonNode got = client.get(kind, name).orElseThrow();
        if (Json.version(got).equals(Json.version(created))) {
            assertSame("answer to get", got, created);
        }
        JsonNode list = client.list(kind);
        assertThat(list.path("kind").asText()).as("kind of the list").isEqualTo(kind.name() + "List");
        assertThat(list.path("apiVersion").asText()).isEqualTo(kind.apiVersion());
        JsonNode item = list.path("items").valueStream().filter(each -> Json.name(each).equals(name)).findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not in the list"));
        ObjectNode expected = ((ObjectNode) sample).deepCopy();
        expected.remove("apiVersion");
        expected.remove("kind");
        assertThat(Json.missing(expected, item)).as("of the sample in the list").isEmpty();
    }

    private void change(Watched watched) throws Exception {
        JsonNode updated = update();
        assertThat(updated.path("metadata").path("labels").path("changed").asText()).as("label").isEqualTo("yes");
        assertThat(Json.missing(sample, updated)).as("of the sample in the answer to update").isEmpty();
        watched.await(event -> event.type().equals("MODIFIED") && Json.equal(event.object(), updated));
        JsonNode patched = client.mergePatch(kind, name,
                "{\"metadata\":{\"labels\":{\"changed\":null},\"annotations\":{\"example.com/patched\":\"yes\"}}}");
        assertThat(patched.path("metadata").path("labels").has("changed")).as("removed label").isFalse();
        assertThat(patched.path("metadata").path("annotations").path("example.com/patched").asText()).isEqualTo("yes");
        assertThat(Json.missing(sample, patched)).as("of the sample in the answer to patch").isEmpty();
        watched.await(event -> event.type().equals("MODIFIED") && Json.equal(event.object(), patched));
    }

    /**
     * Something in the server may change the object meanwhile: read and try again, as a client has to. Most programs
     * send what their library's class writes, which is the same object in other words.
     */
    private JsonNode update() throws Exception {
        for (int attempt = 1;; attempt++) {
            ObjectNode object = (ObjectNode) client.get(kind, name).orElseThrow();
            object.withObject("/metadata/labels").put("changed", "yes");
            JsonNode typed = client.throughItsClass(kind, object).orElse(object);
            try {
                return client.update(kind, typed);
            } catch (Exception e) {
                if (!client.isConflict(e) || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private void delete(Watched watched, JsonNode created) throws Exception {
        client.delete(kind, name);
        release(client, kind, name);
        JsonNode last = watched.await(event -> event.type().equals("DELETED")).object();
        assertThat(last.path("metadata").path("uid")).isEqualTo(created.path("metadata").path("uid"));
        assertThat(client.get(kind, name)).as("what is left").isEmpty();
        assertThat(watched.types()).as("events").doesNotContain("ERROR").startsWith("ADDED").endsWith("DELETED");
    }

    /**
     * Plays the controllers for which an object waits that is being deleted: takes its finalizers away. Nothing happens
     * when it is gone already, or when the server itself is faster.
     */
    static void release(ObjectClient client, Kind kind, String name) throws Exception {
        for (int attempt = 1;; attempt++) {
            try {
                releaseOnce(client, kind, name);
                return;
            } catch (Exception e) {
                // The server's own controller may write in between, too.
                if (!client.isConflict(e) || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static void releaseOnce(ObjectClient client, Kind kind, String name) throws Exception {
        JsonNode left = client.get(kind, name).orElse(null);
        if (left == null) {
            return;
        }
        assertThat(left.path("metadata").has("deletionTimestamp")).as("deletionTimestamp").isTrue();
        try {
            if (!left.path("metadata").path("finalizers").isEmpty()) {
                client.mergePatch(kind, name, "{\"metadata\":{\"finalizers\":null}}");
            }
            if (left.path("spec").has("finalizers")) {
                client.finishNamespace((ObjectNode) left);
            }
        } catch (Exception e) {
            if (client.get(kind, name).isPresent()) {
                throw e;
            }
        }
    }
}
