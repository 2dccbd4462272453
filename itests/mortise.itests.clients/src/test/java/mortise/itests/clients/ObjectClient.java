package mortise.itests.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** What the tests do with any kind of object, by one of the client libraries. Refused requests end in an exception. */
interface ObjectClient extends AutoCloseable {

    JsonNode create(Kind kind, JsonNode object) throws Exception;

    /** Returns nothing when there is no such object. */
    Optional<JsonNode> get(Kind kind, String name) throws Exception;

    /** Returns the list object of the samples' namespace, or of the whole server for cluster-wide kinds. */
    JsonNode list(Kind kind) throws Exception;

    JsonNode update(Kind kind, JsonNode object) throws Exception;

    JsonNode mergePatch(Kind kind, String name, String patch) throws Exception;

    void delete(Kind kind, String name) throws Exception;

    /** Does what a namespace that is being deleted waits for: takes the finalizers of its spec away. */
    void finishNamespace(ObjectNode namespace) throws Exception;

    /** Watches the objects of one name, from a version on, until their deletion or {@link Watched#close}. */
    Watched watch(Kind kind, String name, String resourceVersion) throws Exception;

    /** The JSON read into the library's class of the kind and written again; nothing when there is no such class. */
    Optional<JsonNode> throughItsClass(Kind kind, JsonNode object) throws Exception;

    /** Whether an exception of this library says that the object was changed in between. */
    boolean isConflict(Exception failure);

    @Override
    void close();
}
