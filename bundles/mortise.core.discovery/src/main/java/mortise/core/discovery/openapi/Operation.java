package mortise.core.discovery.openapi;

import java.util.List;
import mortise.api.GroupVersionKind;
import org.jspecify.annotations.Nullable;

/**
 * What a method of a path does.
 *
 * @param method {@code get}, {@code put}, {@code post}, {@code delete}, {@code patch}, {@code head}, {@code options}
 * @param id name of its own, after which client generators call their methods
 * @param tag which set of operations it belongs to
 * @param description what it does
 * @param action what Kubernetes calls this sort of operation; empty when it is about no kind
 * @param kind kind that it is about, if any
 * @param parameters parameters besides those of the path
 * @param body what it takes, if anything
 * @param produces media types of the answer
 * @param responses answers that mean success
 */
record Operation(
        String method,
        String id,
        String tag,
        String description,
        String action,
        @Nullable GroupVersionKind kind,
        List<Parameter> parameters,
        @Nullable Body body,
        List<String> produces,
        List<Response> responses) {

    /**
     * The body of a request.
     *
     * @param schema name of its definition
     * @param consumes media types that are understood
     * @param required whether there must be one
     */
    record Body(String schema, List<String> consumes, boolean required) {
    }

    /**
     * An answer.
     *
     * @param code HTTP status code
     * @param description its meaning
     * @param schema name of the body's definition; empty for a text
     */
    record Response(String code, String description, String schema) {

        static Response ok(String schema) {
            return new Response("200", "OK", schema);
        }

        static Response created(String schema) {
            return new Response("201", "Created", schema);
        }

        static Response accepted(String schema) {
            return new Response("202", "Accepted", schema);
        }
    }

    /** An answer that every operation can give. */
    static final Response UNAUTHORIZED = new Response("401", "Unauthorized", "");

    /** Returns this operation with another body. */
    Operation taking(String schema, List<String> consumes, boolean required) {
        return new Operation(method, id, tag, description, action, kind, parameters,
                new Body(schema, consumes, required), produces, responses);
    }
}
