package mortise.api;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

    /** The field's value is not one that it may have; {@code value} is shown as {@link #show} says. */
    public static FieldError invalid(FieldPath field, @Nullable Object value, String why) {
        return new FieldError(Type.INVALID, field.toString(), join("Invalid value: " + show(value), why));
    }

    /** The field's value has the wrong type; {@code value} is shown as {@link #show} says. */
    public static FieldError typeInvalid(FieldPath field, @Nullable Object value, String why) {
        return new FieldError(Type.TYPE_INVALID, field.toString(), join("Invalid value: " + show(value), why));
    }

    /** The field must not be set here. */
    public static FieldError forbidden(FieldPath field, String why) {
        return new FieldError(Type.FORBIDDEN, field.toString(), join("Forbidden", why));
    }

    /** The value occurs twice in a list that holds each once. */
    public static FieldError duplicate(FieldPath field, @Nullable Object value) {
        return new FieldError(Type.DUPLICATE, field.toString(), "Duplicate value: " + show(value));
    }

    /** The value names something that is not there. */
    public static FieldError notFound(FieldPath field, @Nullable Object value) {
        return new FieldError(Type.NOT_FOUND, field.toString(), "Not found: " + show(value));
    }

    /** The value is none of those the field may have. */
    public static FieldError notSupported(FieldPath field, @Nullable Object value, Collection<String> supported) {
        String list = supported.stream().map(FieldError::quote).collect(Collectors.joining(", "));
        return new FieldError(Type.NOT_SUPPORTED, field.toString(),
                join("Unsupported value: " + show(value), list.isEmpty() ? "" : "supported values: " + list));
    }

    /** The value is longer than {@code bytesMax}. */
    public static FieldError tooLong(FieldPath field, int bytesMax) {
        return new FieldError(Type.TOO_LONG, field.toString(), "Too long: may not be more than " + bytesMax + " bytes");
    }

    /** The list or map has more than {@code max} elements. */
    public static FieldError tooMany(FieldPath field, int actual, int max) {
        return new FieldError(Type.TOO_MANY, field.toString(),
                "Too many: " + actual + ": must have at most " + max + (max == 1 ? " item" : " items"));
    }

    /**
     * Returns a tree value as messages show it: texts in quotes with unprintable characters escaped, lists and structs
     * as JSON, everything else plain.
     */
    public static String show(@Nullable Object value) {
        if (value instanceof String text) {
            return quote(text);
        }
        if (value instanceof Collection || value instanceof Map) {
            var json = new StringBuilder();
            appendJson(value, json);
            return json.toString();
        }
        return String.valueOf(value);
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

    private static void appendJson(@Nullable Object value, StringBuilder json) {
        if (value instanceof Map<?, ?> struct) {
            char before = '{';
            for (Map.Entry<?, ?> field : struct.entrySet()) {
                appendJsonText(json.append(before), String.valueOf(field.getKey()));
                appendJson(field.getValue(), json.append(':'));
                before = ',';
            }
            json.append(struct.isEmpty() ? "{}" : "}");
        } else if (value instanceof Collection<?> list) {
            char before = '[';
            for (Object item : list) {
                appendJson(item, json.append(before));
                before = ',';
            }
            json.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String text) {
            appendJsonText(json, text);
        } else {
            json.append(value);
        }
    }

    private static void appendJsonText(StringBuilder json, String text) {
        json.append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    // Those which mean something in HTML are escaped too, as Go's encoder does.
                    if (c < ' ' || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
                        json.append(String.format("\\u%04x", (int) c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }

    /** Quotes a text as Go's {@code %q} does. */
    private static String quote(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> appendQuoted(quoted, c));
        return quoted.append('"').toString();
    }

    private static void appendQuoted(StringBuilder quoted, int c) {
        int letter = "\u0007\b\f\n\r\t\u000b".indexOf(c);
        if (letter >= 0) {
            quoted.append('\\').append("abfnrtv".charAt(letter));
        } else if (c == '"' || c == '\\') {
            quoted.append('\\').append((char) c);
        } else if (c < ' ' || c == 0x7f) {
            quoted.append(String.format("\\x%02x", c));
        } else if (isPrintable(c)) {
            quoted.appendCodePoint(c);
        } else {
            quoted.append(c > 0xffff ? String.format("\\U%08x", c) : String.format("\\u%04x", c));
        }
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE,
                 Character.UNASSIGNED, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}
