package mortise.group.admissionregistration;

import java.util.Map;
import java.util.Optional;

/**
 * Looks at the expressions of policies and webhooks before they are stored. Any thread; does not block.
 */
@FunctionalInterface
interface Expressions {

    /** What an expression has to evaluate to. */
    enum Result {
        /** True or false. */
        BOOLEAN,
        /** A text. */
        TEXT,
        /** A text, or null when there is nothing to say. */
        TEXT_OR_NULL,
        /** An object of changes, as server-side apply takes them. */
        CHANGES,
        /** A list of patch operations. */
        PATCH,
        /** Anything; for variables. */
        ANY
    }

    /**
     * What an expression may name besides the object and the request.
     *
     * @param params whether there is {@code params}
     * @param authorizer whether there is {@code authorizer}
     * @param variables expressions of the variables that stand before, by name, in order
     */
    record Scope(boolean params, boolean authorizer, Map<String, String> variables) {
    }

    /**
     * Returns what is wrong with an expression, for example {@code must evaluate to bool but got int}; nothing when it
     * is fine.
     */
    Optional<String> fault(String expression, Result result, Scope scope);
}
