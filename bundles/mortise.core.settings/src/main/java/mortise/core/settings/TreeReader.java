package mortise.core.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import mortise.api.GoDuration;
import org.jspecify.annotations.Nullable;

/**
 * Reads one object of a tree strictly: a field that nobody asks for, or of another type than it should be, is a
 * problem. For one thread.
 */
public final class TreeReader {

    private final Map<?, ?> object;
    private final String path;
    private final Problems problems;
    private final Set<String> asked = new HashSet<>();

    private TreeReader(Map<?, ?> object, String path, Problems problems) {
        this.object = object;
        this.path = path;
        this.problems = problems;
    }

    /**
     * Reads a tree with a function, and reports what the function did not ask for.
     *
     * @param tree the object; nothing is read as an empty one
     * @param path where it stands, for messages; empty for a whole document
     */
    public static <T> T read(@Nullable Object tree, String path, Problems problems, Function<TreeReader, T> function) {
        if (tree != null && !(tree instanceof Map)) {
            problems.add((path.isEmpty() ? "the document" : path) + " must be an object");
        }
        var reader = new TreeReader(tree instanceof Map<?, ?> map ? map : Map.of(), path, problems);
        T result = function.apply(reader);
        reader.object.keySet().stream().map(String::valueOf).filter(name -> !reader.asked.contains(name))
                .forEach(name -> problems.add("unknown field \"" + reader.at(name) + "\""));
        return result;
    }

    /** Returns a text; an empty one when there is none. */
    public String text(String name) {
        return optionalText(name).orElse("");
    }

    /** Returns a text; nothing when there is none, which is not the same as an empty one. */
    public Optional<String> optionalText(String name) {
        return value(name, String.class, "a string");
    }

    /** Returns whether a field is true; {@code otherwise} when it is not there. */
    public boolean truth(String name, boolean otherwise) {
        return value(name, Boolean.class, "a boolean").orElse(otherwise);
    }

    /** Returns a duration such as {@code 1m30s}; null when there is none. */
    public @Nullable Duration duration(String name) {
        Optional<String> text = optionalText(name);
        if (text.isEmpty()) {
            return null;
        }
        boolean negative = text.get().startsWith("-");
        OptionalLong nanos = GoDuration.nanos(negative ? text.get().substring(1) : text.get());
        if (nanos.isEmpty()) {
            problems.add(at(name) + ": time: invalid duration \"" + text.get() + "\"");
            return null;
        }
        return Duration.ofNanos(negative ? -nanos.getAsLong() : nanos.getAsLong());
    }

    /** Reads an object with a function; one that is not there is read as an empty one. */
    public <T> T struct(String name, Function<TreeReader, T> function) {
        asked.add(name);
        return read(object.get(name), at(name), problems, function);
    }

    /** Says whether a field is there, and is not null. */
    public boolean has(String name) {
        asked.add(name);
        return object.get(name) != null;
    }

    /** Reads a list of objects, each with the function. */
    public <T> List<T> structs(String name, Function<TreeReader, T> function) {
        var all = new ArrayList<T>();
        List<?> list = list(name);
        for (int i = 0; i < list.size(); i++) {
            all.add(read(list.get(i), at(name) + "[" + i + "]", problems, function));
        }
        return List.copyOf(all);
    }

    /** Returns a list of texts; an empty one when there is none. */
    public List<String> texts(String name) {
        var texts = new ArrayList<String>();
        List<?> list = list(name);
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof String text) {
                texts.add(text);
            } else {
                problems.add(at(name) + "[" + i + "] must be a string");
            }
        }
        return List.copyOf(texts);
    }

    private List<?> list(String name) {
        asked.add(name);
        Object value = object.get(name);
        if (value != null && !(value instanceof List)) {
            problems.add(at(name) + " must be a list");
        }
        return value instanceof List<?> list ? list : List.of();
    }

    private <T> Optional<T> value(String name, Class<T> type, String shown) {
        asked.add(name);
        Object value = object.get(name);
        if (value != null && !type.isInstance(value)) {
            problems.add(at(name) + " must be " + shown);
            return Optional.empty();
        }
        return Optional.ofNullable(type.cast(value));
    }

    private String at(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
