package mortise.core.discovery.openapi;

import java.util.Map;

/** The two versions of OpenAPI. */
enum Dialect {

    /** Swagger 2.0, one document for everything that is served. */
    V2("#/definitions/"),
    /** OpenAPI 3.0, a document for each group version; says as well which values absent fields get. */
    V3("#/components/schemas/");

    private final String prefix;

    Dialect(String prefix) {
        this.prefix = prefix;
    }

    /** Returns a reference to a schema of the same document. */
    Map<String, Object> reference(String schema) {
        return Tree.of("$ref", prefix + schema);
    }
}
