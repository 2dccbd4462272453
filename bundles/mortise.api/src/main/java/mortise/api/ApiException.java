package mortise.api;

import java.util.List;
import mortise.api.ApiStatus.Details;

/**
 * A request that failed for a reason its caller is told. Any plug-in may throw it while it works on a request; the one
 * mapper in {@code core.http} turns it into the answer. Anything else that a plug-in throws is an internal error.
 */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ApiStatus status;

    /** Makes the exception for a status. */
    public ApiException(ApiStatus status) {
        // An expected outcome needs no stack trace, and filling one would cost more than the request.
        super(status.message(), null, false, false);
        this.status = status;
    }

    /** Makes the exception for a status, keeping what led to it for the log. */
    public ApiException(ApiStatus status, Throwable cause) {
        super(status.message(), cause);
        this.status = status;
    }

    /** Returns what the caller is told. */
    public ApiStatus status() {
        return status;
    }

    /** 400: the request cannot be understood. */
    public static ApiException badRequest(String message) {
        return new ApiException(ApiStatus.of(ErrorReason.BAD_REQUEST, message));
    }

    /** 403 about an object: {@code pods "x" is forbidden: ...}. */
    public static ApiException forbidden(GroupResource resource, String name, String why) {
        String subject = name.isEmpty() ? resource.toString() : resource + " \"" + name + "\"";
        return new ApiException(ApiStatus.of(
                ErrorReason.FORBIDDEN, subject + " is forbidden: " + why, Details.of(resource, name)));
    }

    /** 404 about an object: {@code pods "x" not found}. */
    public static ApiException notFound(GroupResource resource, String name) {
        return new ApiException(ApiStatus.of(
                ErrorReason.NOT_FOUND, resource + " \"" + name + "\" not found", Details.of(resource, name)));
    }

    /** 409: an object of that name is there already. */
    public static ApiException alreadyExists(GroupResource resource, String name) {
        return new ApiException(ApiStatus.of(
                ErrorReason.ALREADY_EXISTS, resource + " \"" + name + "\" already exists", Details.of(resource, name)));
    }

    /** 409: the object is not in the state that the request assumes. */
    public static ApiException conflict(GroupResource resource, String name, String why) {
        return new ApiException(ApiStatus.of(
                ErrorReason.CONFLICT,
                "Operation cannot be fulfilled on " + resource + " \"" + name + "\": " + why,
                Details.of(resource, name)));
    }

    /** 410: the version asked for is no longer in the history. */
    public static ApiException expired(String message) {
        return new ApiException(ApiStatus.of(ErrorReason.EXPIRED, message));
    }

    /** 422 with every field error: {@code ConfigMap "x" is invalid: metadata.name: Required value: ...}. */
    public static ApiException invalid(GroupVersionKind kind, String name, List<FieldError> errors) {
        String qualified = kind.group().isEmpty() ? kind.kind() : kind.kind() + "." + kind.group();
        List<String> texts = errors.stream().map(FieldError::toString).distinct().toList();
        String list = String.join(", ", texts);
        String message = qualified + " \"" + name + "\" is invalid: " + (texts.size() > 1 ? "[" + list + "]" : list);
        List<ErrorCause> causes = errors.stream().map(FieldError::toCause).toList();
        return new ApiException(ApiStatus.of(
                ErrorReason.INVALID, message, new Details(name, kind.group(), kind.kind(), "", causes, 0)));
    }

    /** 500: something failed that the caller cannot mend. */
    public static ApiException internal(String message, Throwable cause) {
        return new ApiException(ApiStatus.of(ErrorReason.INTERNAL_ERROR, "Internal error occurred: " + message), cause);
    }
}
