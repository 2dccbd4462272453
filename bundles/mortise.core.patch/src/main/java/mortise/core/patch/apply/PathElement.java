package mortise.core.patch.apply;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import mortise.core.patch.QuotedTree;
import org.jspecify.annotations.Nullable;

/**
 * One step of a path in an object: a field or member, or an element of a list by its keys, its value or its place.
 * Immutable; ordered as sets of fields are written.
 */
final class PathElement implements Comparable<PathElement> {

    private enum Kind { FIELD, KEYS, VALUE, INDEX }

    private static final String[] NO_NAMES = {};
    private static final Object[] NO_VALUES = {};

    private final Kind kind;
    /** The field; else empty. */
    private final String name;
    /** The keys in order; else empty. */
    private final String[] names;
    /** The values of the keys, or the one value, or the place. */
    private final @Nullable Object[] values;
    private final int hash;
    private @Nullable String text;
    private @Nullable String quoted;

    private PathElement(Kind kind, String name, String[] names, @Nullable Object[] values, @Nullable String text) {
        this.kind = kind;
        this.name = name;
        this.names = names;
        this.values = values;
        this.text = text;
        this.hash = kind == Kind.FIELD ? name.hashCode() : kind.ordinal() + 31 * Arrays.hashCode(values);
    }

    static PathElement field(String name) {
        return new PathElement(Kind.FIELD, name, NO_NAMES, NO_VALUES, null);
    }

    /**
     * Returns an element of a list by its keys.
     *
     * @param names in order; not changed afterwards
     * @param values in the order of their names and {@linkplain Scalars#canonical canonical}; not changed afterwards
     */
    static PathElement keys(String[] names, @Nullable Object[] values) {
        return new PathElement(Kind.KEYS, "", names, values, null);
    }

    /** Returns an element of a list by its value, which is canonical. */
    static PathElement value(@Nullable Object value) {
        return new PathElement(Kind.VALUE, "", NO_NAMES, new @Nullable Object[] {value}, null);
    }

    static PathElement index(long place) {
        return new PathElement(Kind.INDEX, "", NO_NAMES, new Object[] {place}, null);
    }

    /**
     * Reads an element.
     *
     * @return {@code null} when it is of a kind that is not known
     * @throws JsonText.Malformed when it has no known form
     */
    static @Nullable PathElement parse(String text) {
        if (text.length() < 2 || text.charAt(1) != ':') {
            throw new JsonText.Malformed("no path element: " + text);
        }
        switch (text.charAt(0)) {
            case 'f':
                return new PathElement(Kind.FIELD, text.substring(2), NO_NAMES, NO_VALUES, text);
            case 'k':
                return parseKeys(text);
            case 'v':
                return value(scalar(JsonText.read(text, 2)));
            case 'i':
                return new PathElement(Kind.INDEX, "", NO_NAMES, new Object[] {index(text)}, null);
            default:
                return null;
        }
    }

    private static PathElement parseKeys(String text) {
        if (!(JsonText.read(text, 2) instanceof Map<?, ?> keys)) {
            throw new JsonText.Malformed("no keys: " + text);
        }
        var sorted = new TreeMap<Object, @Nullable Object>(keys);
        var values = new @Nullable Object[sorted.size()];
        int i = 0;
        for (Object value : sorted.values()) {
            values[i++] = scalar(value);
        }
        return keys(sorted.keySet().toArray(NO_NAMES), values);
    }

    private static @Nullable Object scalar(@Nullable Object value) {
        if (value instanceof Map || value instanceof Iterable) {
            throw new JsonText.Malformed("a key that is a list or object");
        }
        return Scalars.canonical(value);
    }

    private static Long index(String text) {
        if (JsonText.read(text, 2) instanceof Long index) {
            return index;
        }
        throw new JsonText.Malformed("no index: " + text);
    }

    boolean isField() {
        return kind == Kind.FIELD;
    }

    /** Returns the name of a field; else an empty text. */
    String name() {
        return name;
    }

    /** Returns how sets of fields name this. */
    String text() {
        String known = text;
        if (known == null) {
            known = switch (kind) {
                case FIELD -> "f:" + name;
                case KEYS -> keyText();
                case VALUE -> scalarText("v:");
                case INDEX -> "i:" + values[0];
            };
            text = known;
        }
        return known;
    }

    /** Returns the same as a name in JSON. */
    String quoted() {
        String known = quoted;
        if (known == null) {
            var out = new StringBuilder();
            JsonText.quote(out, text(), false);
            known = out.toString();
            quoted = known;
        }
        return known;
    }

    private String keyText() {
        var out = new StringBuilder("k:");
        for (int i = 0; i < names.length; i++) {
            JsonText.quote(out.append(i == 0 ? '{' : ','), names[i], false);
            JsonText.write(out.append(':'), values[i], false);
        }
        return out.append(names.length == 0 ? "{}" : "}").toString();
    }

    private String scalarText(String prefix) {
        var out = new StringBuilder(prefix);
        JsonText.write(out, values[0], false);
        return out.toString();
    }

    /** Appends how messages name this, for example {@code .spec} or {@code [name="a"]}. */
    void show(StringBuilder out) {
        switch (kind) {
            case FIELD -> out.append('.').append(name);
            case KEYS -> {
                for (int i = 0; i < names.length; i++) {
                    out.append(i == 0 ? '[' : ',').append(names[i]).append('=');
                    showScalar(out, values[i]);
                }
                out.append(names.length == 0 ? "[]" : "]");
            }
            case VALUE -> {
                showScalar(out.append("[="), values[0]);
                out.append(']');
            }
            case INDEX -> out.append('[').append(values[0]).append(']');
        }
    }

    private static void showScalar(StringBuilder out, @Nullable Object value) {
        if (value instanceof String text) {
            JsonText.quote(out, text, false);
        } else {
            out.append(value == null ? "null" : QuotedTree.of(value, OwnershipLimits.SHOWN_CHARS_MAX));
        }
    }

    @Override
    public int compareTo(PathElement other) {
        if (this == other) {
            return 0;
        }
        if (kind != other.kind) {
            return kind.compareTo(other.kind);
        }
        if (kind == Kind.FIELD) {
            return name.compareTo(other.name);
        }
        for (int i = 0; i < values.length && i < other.values.length; i++) {
            int order = kind == Kind.KEYS ? names[i].compareTo(other.names[i]) : 0;
            order = order == 0 ? Scalars.compare(values[i], other.values[i]) : order;
            if (order != 0) {
                return order;
            }
        }
        return values.length - other.values.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || other instanceof PathElement that && hash == that.hash && kind == that.kind
                && name.equals(that.name) && Arrays.equals(values, that.values) && Arrays.equals(names, that.names);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return text();
    }
}
