package mortise.api;

/**
 * Why a request failed, as {@code Status.reason} names it, each with its HTTP status code.
 *
 * <p>Clients decide by these words; a word is never reused for another meaning.
 */
public enum ErrorReason {
    BAD_REQUEST("BadRequest", 400),
    UNAUTHORIZED("Unauthorized", 401),
    FORBIDDEN("Forbidden", 403),
    NOT_FOUND("NotFound", 404),
    METHOD_NOT_ALLOWED("MethodNotAllowed", 405),
    NOT_ACCEPTABLE("NotAcceptable", 406),
    ALREADY_EXISTS("AlreadyExists", 409),
    CONFLICT("Conflict", 409),
    EXPIRED("Expired", 410),
    GONE("Gone", 410),
    REQUEST_ENTITY_TOO_LARGE("RequestEntityTooLarge", 413),
    UNSUPPORTED_MEDIA_TYPE("UnsupportedMediaType", 415),
    INVALID("Invalid", 422),
    TOO_MANY_REQUESTS("TooManyRequests", 429),
    INTERNAL_ERROR("InternalError", 500),
    /** What is stored cannot be read. */
    STORAGE_READ_ERROR("StorageReadError", 500),
    /** No word at all: the caller is told nothing but the message. */
    UNKNOWN("", 500),
    SERVICE_UNAVAILABLE("ServiceUnavailable", 503),
    TIMEOUT("Timeout", 504);

    private final String text;
    private final int code;

    ErrorReason(String text, int code) {
        this.text = text;
        this.code = code;
    }

    /** Returns the word that stands in {@code Status.reason}. */
    public String text() {
        return text;
    }

    /** Returns the HTTP status code that goes with this reason. */
    public int code() {
        return code;
    }
}
