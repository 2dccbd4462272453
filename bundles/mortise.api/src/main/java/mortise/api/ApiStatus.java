package mortise.api;

import java.util.List;
import java.util.Optional;

/**
 * What a caller is told about a failed request: the content of a {@code Status} body without its encoding.
 *
 * @param reason why, with the HTTP status code
 * @param message text for people, one sentence
 * @param details what the failure was about; empty when it was about nothing in particular
 * @param continueToken for a list whose version is gone: the token, in {@code metadata.continue}, with which the caller
 *     may read the rest as it is now; usually empty
 */
public record ApiStatus(ErrorReason reason, String message, Optional<Details> details, String continueToken) {

    /** Makes a status without a token to continue with. */
    public ApiStatus(ErrorReason reason, String message, Optional<Details> details) {
        this(reason, message, details, "");
    }

    /** Returns a status that is about nothing in particular. */
    public static ApiStatus of(ErrorReason reason, String message) {
        return new ApiStatus(reason, message, Optional.empty());
    }

    /** Returns a status about the given thing. */
    public static ApiStatus of(ErrorReason reason, String message, Details details) {
        return new ApiStatus(reason, message, Optional.of(details));
    }

    /** Returns the HTTP status code. */
    public int code() {
        return reason.code();
    }

    /**
     * What a failure was about.
     *
     * @param name name of the object; may be empty
     * @param group group of the resource or kind; may be empty
     * @param kind plural resource name, or kind for validation failures; may be empty
     * @param uid uid of the object; may be empty
     * @param causes details, in the order they were found
     * @param retryAfterSeconds when to try again; 0 for no advice
     */
    public record Details(
            String name, String group, String kind, String uid, List<ErrorCause> causes, int retryAfterSeconds) {

        public Details {
            causes = List.copyOf(causes);
        }

        /** Returns details that name one object of a resource. */
        public static Details of(GroupResource resource, String name) {
            return new Details(name, resource.group(), resource.resource(), "", List.of(), 0);
        }

        /** Returns details that hold only causes and advice on when to try again. */
        public static Details of(List<ErrorCause> causes, int retryAfterSeconds) {
            return new Details("", "", "", "", causes, retryAfterSeconds);
        }
    }
}
