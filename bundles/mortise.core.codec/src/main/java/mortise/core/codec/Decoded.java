package mortise.core.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decoded body.
 *
 * @param value the tree: {@code LinkedHashMap}, {@code ArrayList}, {@code String}, {@code Long}, {@code Double},
 *     {@code Boolean} or {@code null}; mutable, owned by the caller
 * @param duplicateFields paths of fields that were given more than once (the last one won), for example
 *     {@code spec.containers[0].name}; at most {@value #DUPLICATES_MAX}
 * @param duplicateLines the same for a YAML body, as {@code line 6: key "a" already set in map}; empty for JSON
 */
public record Decoded(@Nullable Object value, List<String> duplicateFields, List<String> duplicateLines) {

    /** How many duplicate fields are reported; the rest of them go unmentioned. */
    public static final int DUPLICATES_MAX = 100;

    /** Copies the lists. */
    public Decoded {
        duplicateFields = List.copyOf(duplicateFields);
        duplicateLines = List.copyOf(duplicateLines);
    }

    /** Makes the outcome of a JSON body. */
    public Decoded(@Nullable Object value, List<String> duplicateFields) {
        this(value, duplicateFields, List.of());
    }

    /** Returns what a client is warned of, one text for each duplicate field. */
    public List<String> warnings() {
        return duplicateLines.isEmpty() ? quotedFields() : duplicateLines;
    }

    /** Returns what a client that asked for strict validation is told after {@code strict decoding error: }. */
    public List<String> strictErrors() {
        return duplicateLines.isEmpty()
                ? quotedFields()
                : List.of("yaml: unmarshal errors:\n  " + String.join("\n  ", duplicateLines));
    }

    private List<String> quotedFields() {
        return duplicateFields.stream().map(path -> "duplicate field \"" + path + "\"").toList();
    }
}
