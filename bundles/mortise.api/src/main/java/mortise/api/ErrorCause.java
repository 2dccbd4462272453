package mortise.api;

/**
 * One detail of a failure, as {@code Status.details.causes} lists them.
 *
 * @param reason machine-readable word, for example {@code FieldValueRequired}; may be empty
 * @param message text for people
 * @param field path of the field that is at fault, for example {@code metadata.name}; empty when none is
 */
public record ErrorCause(String reason, String message, String field) {
}
