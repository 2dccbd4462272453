package mortise.core.expression;

import java.util.List;

/** What an expression has to evaluate to. */
public enum ResultType {
    /** True or false. */
    BOOL("bool"),
    /** A text. */
    STRING("string"),
    /** A text, or null. */
    STRING_OR_NULL("string", "null_type"),
    /** A text or a list of texts. */
    STRING_OR_LIST("string", "list(string)"),
    /** Anything. */
    ANY;

    private final List<String> types;

    ResultType(String... types) {
        this.types = List.of(types);
    }

    /** Says whether a type, as the language writes it, is one of these. */
    boolean allows(String type) {
        return types.isEmpty() || types.contains(type);
    }

    /** Returns what is wrong with another type. */
    String complaint(String type) {
        return types.size() == 1
                ? "must evaluate to " + types.get(0) + " but got " + type
                : "must evaluate to one of " + types.toString().replace(",", "");
    }
}
