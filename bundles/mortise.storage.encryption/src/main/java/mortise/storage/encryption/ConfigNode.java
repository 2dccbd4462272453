package mortise.storage.encryption;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in the file and what is there. Mistakes are told with the place and without what is there, because that may
 * be a secret.
 *
 * @param path for example {@code resources[0].providers[1]}; empty for the whole
 * @param value what the YAML reader made of it
 */
record ConfigNode(String path, Object value) {

    /** A name that was misspelled is told; what looks different may be a secret in the wrong place. */
    private static final Pattern TELLABLE = Pattern.compile("[A-Za-z]{1,24}");

    /** Returns the failure that tells of a mistake here. */
    IllegalArgumentException mistake(String what) {
        return new IllegalArgumentException(path.isEmpty() ? what : path + ": " + what);
    }

    /** Returns the failure about a value that is not allowed. */
    IllegalArgumentException invalid(String shown, String why) {
        return mistake("Invalid value: \"" + shown + "\": " + why);
    }

    /**
     * Checks that this is a map with no other fields.
     *
     * @throws IllegalArgumentException when it is not
     */
    void requireFields(Set<String> known) {
        if (!(value instanceof Map<?, ?> map)) {
            throw mistake("expected a map of fields");
        }
        for (Object name : map.keySet()) {
            if (!(name instanceof String text && known.contains(text))) {
                boolean tell = name instanceof String text && TELLABLE.matcher(text).matches();
                throw mistake(tell ? "unknown field \"" + name + "\"" : "unknown field");
            }
        }
    }

    /** Returns a field of this map; nothing when it is missing or null. */
    Optional<ConfigNode> field(String name) {
        @Nullable Object found = value instanceof Map<?, ?> map ? map.get(name) : null;
        return found == null ? Optional.empty()
                : Optional.of(new ConfigNode(path.isEmpty() ? name : path + "." + name, found));
    }

    /**
     * Returns the entries of a list; none when the field is missing.
     *
     * @throws IllegalArgumentException when it is no list, or an entry is null
     */
    List<ConfigNode> items(String name) {
        Optional<ConfigNode> field = field(name);
        if (field.isEmpty()) {
            return List.of();
        }
        ConfigNode list = field.get();
        if (!(list.value instanceof List<?> entries)) {
            throw list.mistake("expected a list");
        }
        var nodes = new ArrayList<ConfigNode>();
        for (int i = 0; i < entries.size(); i++) {
            Object entry = entries.get(i);
            if (entry == null) {
                throw list.mistake("entry " + i + " is empty");
            }
            nodes.add(new ConfigNode(list.path + "[" + i + "]", entry));
        }
        return nodes;
    }

    /**
     * Returns the text of a field; an empty one when the field is missing.
     *
     * @throws IllegalArgumentException when it is something else
     */
    String text(String name) {
        return field(name).map(ConfigNode::text).orElse("");
    }

    /**
     * Returns this text.
     *
     * @throws IllegalArgumentException when it is something else
     */
    String text() {
        if (value instanceof String text) {
            return text;
        }
        throw mistake("expected a text; a number or a truth value needs quotes");
    }
}
