package mortise.api;

import java.util.Collection;
import java.util.stream.Collectors;

/**
 * One thing that is wrong with a field of an object. Validation returns a list of these, in the order of the fields.
 *
 * @param type what is wrong
 * @param field path of the field, for example {@code spec.containers[0].name}
 * @param detail text for people, starting with the words of the type
 */
public record FieldError(Type type, String field, String detail) {

    /** What can be wrong with a field, with the word that {@code Status.details.causes[].reason} carries. */
    public enum Type {
        REQUIRED("FieldValueRequired"),
        INVALID("FieldValueInvalid"),
        DUPLICATE("FieldValueDuplicate"),
        FORBIDDEN("FieldValueForbidden"),
        NOT_FOUND("FieldValueNotFound"),
        NOT_SUPPORTED("FieldValueNotSupported"),
        TOO_LONG("FieldValueTooLong"),
        TOO_MANY("FieldValueTooMany"),
        TYPE_INVALID("FieldValueTypeInvalid"),
        INTERNAL("InternalError");

        private final String reason;

        Type(String reason) {
            this.reason = reason;
        }

        /** Returns the word for {@code Status.details.causes[].reason}. */
        public String reason() {
            return reason;
        }
    }

    /** The field must have a value. */
    public static FieldError required(FieldPath field, String why) {
        return new FieldError(Type.REQUIRED, field.toString(), join("Required value", why));
    }

    /** The field's value is not one that it may have; {@code value} is shown as JSON would show it. */
    public static FieldError invalid(FieldPath field, Object value, String why) {
        String shown = value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
        return new FieldError(Type.INVALID, field.toString(), join("Invalid value: " + shown, why));
    }

    /** The field must not be set here. */
    public static FieldError forbidden(FieldPath field, String why) {
        return new FieldError(Type.FORBIDDEN, field.toString(), join("Forbidden", why));
    }

    /** The value occurs twice in a list that holds each once. */
    public static FieldError duplicate(FieldPath field, Object value) {
        return new FieldError(Type.DUPLICATE, field.toString(), "Duplicate value: \"" + value + "\"");
    }

    /** The value is none of those the field may have. */
    public static FieldError notSupported(FieldPath field, Object value, Collection<String> supported) {
        String list = supported.stream().map(s -> "\"" + s + "\"").collect(Collectors.joining(", "));
        return new FieldError(Type.NOT_SUPPORTED, field.toString(),
                "Unsupported value: \"" + value + "\": supported values: " + list);
    }

    /** The value is longer than {@code bytesMax}. */
    public static FieldError tooLong(FieldPath field, int bytesMax) {
        return new FieldError(Type.TOO_LONG, field.toString(), "Too long: may not be more than " + bytesMax + " bytes");
    }

    /** Returns this error as a cause of a status. */
    public ErrorCause toCause() {
        return new ErrorCause(type.reason(), detail, field);
    }

    /** Returns the form that messages use: {@code metadata.name: Required value: ...}. */
    @Override
    public String toString() {
        return field + ": " + detail;
    }

    private static String join(String head, String why) {
        return why.isEmpty() ? head : head + ": " + why;
    }
}
