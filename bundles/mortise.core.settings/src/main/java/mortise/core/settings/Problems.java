package mortise.core.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what is wrong with a configuration, in the words that users know of fields. For one thread. */
public final class Problems {

    private static final int QUOTED_CHARS_MAX = 1024;

    private final List<String> texts = new ArrayList<>();

    /** Makes an empty list. */
    public Problems() {
    }

    /** Adds a field that is missing; an empty text for the reason says nothing more. */
    public void required(String path, String why) {
        texts.add(path + ": Required value" + (why.isEmpty() ? "" : ": " + why));
    }

    /** Adds a value that cannot be; the value is quoted. */
    public void invalid(String path, String value, String why) {
        texts.add(path + ": Invalid value: " + quoted(value) + ": " + why);
    }

    /** Adds a value that is there twice. */
    public void duplicate(String path, String value) {
        texts.add(path + ": Duplicate value: " + quoted(value));
    }

    /** Adds a list that is too long. */
    public void tooMany(String path, int count, int max) {
        texts.add(path + ": Too many: " + count + ": must have at most " + max + " items");
    }

    /** Adds a value that is none of those that there are. */
    public void unsupported(String path, String value, String... supported) {
        texts.add(path + ": Unsupported value: " + quoted(value) + ": supported values: "
                + Arrays.stream(supported).map(Problems::quoted).collect(Collectors.joining(", ")));
    }

    /** Adds a text as it is. */
    public void add(String text) {
        texts.add(text);
    }

    /**
     * Ends in an exception if anything was collected.
     *
     * @param prefix text before all problems
     * @throws IllegalArgumentException with everything that was collected; more than one in brackets
     */
    public void throwIfAny(String prefix) {
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
