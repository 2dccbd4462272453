package mortise.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Which objects are meant, by the values of some of their fields: every requirement must hold. Which fields may be
 * named is a fact of the resource; {@link #parse} does not know it.
 *
 * @param requirements what must hold, in the order they were written; empty selects everything
 */
public record FieldSelector(List<Requirement> requirements) {

    /** Selects everything. */
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    public FieldSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * One comparison.
     *
     * @param field path of the field, for example {@code metadata.name}
     * @param value what it is compared with
     * @param equal whether the field must have the value, or must not
     */
    public record Requirement(String field, String value, boolean equal) {
    }

    /**
     * Reads the form of the {@code fieldSelector} parameter: {@code a=b,c==d,e!=f}, with {@code \} before a comma,
     * equals sign or backslash that belongs to a value.
     *
     * @throws ApiException 400 with the reason when the text is not a selector
     */
    public static FieldSelector parse(String text) {
        var requirements = new ArrayList<Requirement>();
        for (String term : splitTerms(text)) {
            if (!term.isEmpty()) {
                requirements.add(requirement(term, text));
            }
        }
        return requirements.isEmpty() ? EVERYTHING : new FieldSelector(requirements);
    }

    /** Says whether every object is selected. */
    public boolean selectsEverything() {
        return requirements.isEmpty();
    }

    /** Says whether an object is selected, given how to read a field's value (an absent field is an empty text). */
    public boolean matches(UnaryOperator<String> valueOfField) {
        for (Requirement requirement : requirements) {
            if (requirement.value().equals(valueOfField.apply(requirement.field())) != requirement.equal()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the one value that the field must have, if this selector says so. */
    public Optional<String> requiredValue(String field) {
        return requirements.stream()
                .filter(r -> r.equal() && r.field().equals(field))
                .map(Requirement::value)
                .findFirst();
    }

    @Override
    public String toString() {
        return requirements.stream()
                .map(r -> r.field() + (r.equal() ? "=" : "!=") + escape(r.value()))
                .collect(Collectors.joining(","));
    }

    private static Requirement requirement(String term, String whole) {
        for (int i = 0; i < term.length(); i++) {
            char c = term.charAt(i);
            if (c == '\\') {
                i++;
            } else if (term.startsWith("!=", i)) {
                return new Requirement(term.substring(0, i), unescape(term.substring(i + 2)), false);
            } else if (term.startsWith("==", i)) {
                return new Requirement(term.substring(0, i), unescape(term.substring(i + 2)), true);
            } else if (c == '=') {
                return new Requirement(term.substring(0, i), unescape(term.substring(i + 1)), true);
            }
        }
        throw ApiException.badRequest(
                "invalid selector: '" + whole + "'; can't understand '" + term + "'");
    }

    private static List<String> splitTerms(String text) {
        var terms = new ArrayList<String>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                terms.add(text.substring(start, i));
                start = i + 1;
            }
        }
        terms.add(text.substring(start));
        return terms;
    }

    private static String unescape(String value) {
        if (value.indexOf('\\') < 0) {
            if (value.indexOf('=') >= 0) {
                throw ApiException.badRequest("invalid field selector: unescaped character in value: =");
            }
            return value;
        }
        var plain = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\') {
                if (++i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
                    throw ApiException.badRequest("invalid field selector: invalid escape sequence: \\"
                            + (i < value.length() ? value.charAt(i) : ""));
                }
                c = value.charAt(i);
            }
            plain.append(c);
        }
        return plain.toString();
    }

    private static String escape(String value) {
        return value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
    }
}
