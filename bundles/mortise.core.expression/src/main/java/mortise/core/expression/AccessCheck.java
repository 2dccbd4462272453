package mortise.core.expression;

import java.util.Optional;

/** Answers what expressions ask of {@code authorizer}. Given as the value of that variable; any thread. */
@FunctionalInterface
public interface AccessCheck {

    /**
     * What is asked.
     *
     * @param serviceAccount {@code namespace:name} of a service account in place of the user of the request
     * @param path path of something that is no resource; empty for a resource
     * @param group API group, empty for the core group
     * @param resource resource; {@code *} is every one
     * @param subresource subresource, or empty
     * @param namespace namespace, or empty
     * @param name name of the object, or empty
     * @param fieldSelector text of a field selector, or empty
     * @param labelSelector text of a label selector, or empty
     * @param verb verb of the API or, for a path, of HTTP
     */
    record Question(Optional<String> serviceAccount, String path, String group, String resource, String subresource,
            String namespace, String name, String fieldSelector, String labelSelector, String verb) {
    }

    /**
     * The answer.
     *
     * @param allowed whether it may be done
     * @param reason why, or empty
     * @param error why there is no proper answer, or empty
     */
    record Answer(boolean allowed, String reason, String error) {
    }

    /**
     * A question to which only the verb is missing: the value of {@code authorizer.requestResource}.
     *
     * @param check what answers it
     * @param question the resource of a request
     */
    record Prepared(AccessCheck check, Question question) {
    }

    /** Returns whether something may be done. */
    Answer check(Question question);
}
