package mortise.authz.webhook;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what is wrong with a configuration, in the words that users know of fields. For one thread. */
final class Problems {

    private static final int QUOTED_CHARS_MAX = 1024;

    private final List<String> texts = new ArrayList<>();

    void required(String path, String why) {
        texts.add(path + ": Required value" + (why.isEmpty() ? "" : ": " + why));
    }

    void invalid(String path, String value, String why) {
        texts.add(path + ": Invalid value: " + quoted(value) + ": " + why);
    }

    void duplicate(String path, String value) {
        texts.add(path + ": Duplicate value: " + quoted(value));
    }

    void tooMany(String path, int count, int max) {
        texts.add(path + ": Too many: " + count + ": must have at most " + max + " items");
    }

    void unsupported(String path, String value, String... supported) {
        texts.add(path + ": Unsupported value: " + quoted(value) + ": supported values: "
                + Arrays.stream(supported).map(Problems::quoted).collect(Collectors.joining(", ")));
    }

    /** Adds a text as it is. */
    void add(String text) {
        texts.add(text);
    }

    /** @throws IllegalArgumentException with everything that was collected, if anything was */
    void throwIfAny(String prefix) {
        if (!texts.isEmpty()) {
            throw new IllegalArgumentException(
                    prefix + (texts.size() == 1 ? texts.get(0) : "[" + String.join(", ", texts) + "]"));
        }
    }

    private static String quoted(String value) {
        String shown = value.length() > QUOTED_CHARS_MAX ? value.substring(0, QUOTED_CHARS_MAX) + "..." : value;
        return '"' + shown.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
