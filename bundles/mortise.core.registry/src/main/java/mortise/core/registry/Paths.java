package mortise.core.registry;

import mortise.api.ApiException;
import mortise.api.ObjectMeta;

/** Brings bodies in line with the paths they are sent to. */
final class Paths {

    private Paths() {
    }

    /**
     * Checks an object that is the whole of what its path names.
     *
     * @throws ApiException 400 when it has no name, or another one or another namespace than the path
     */
    static void align(ObjectMeta metadata, String namespace, String name) {
        if (metadata.name().isEmpty()) {
            throw ApiException.badRequest("the name of the object (" + name
                    + " based on URL) was undeterminable: name must be provided");
        }
        alignName(metadata, name);
        alignNamespace(metadata, namespace);
    }

    private static void alignName(ObjectMeta metadata, String name) {
        if (!metadata.name().equals(name)) {
            throw ApiException.badRequest("the name of the object (" + metadata.name()
                    + ") does not match the name on the URL (" + name + ")");
        }
    }

    /** The path decides: a namespace that is not named is filled in, one that makes no sense is dropped. */
    static void alignNamespace(ObjectMeta metadata, String namespace) {
        if (metadata.namespace().isEmpty() || namespace.isEmpty()) {
            metadata.setNamespace(namespace);
        } else if (!metadata.namespace().equals(namespace)) {
            throw ApiException.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }
}
