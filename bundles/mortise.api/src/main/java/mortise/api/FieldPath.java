package mortise.api;

import org.jspecify.annotations.Nullable;

/**
 * Where a field stands in an object: {@code spec.containers[0].env}, {@code metadata.labels[a/b]}. Checks make many and
 * show few, so the text is made when it is asked for.
 */
public final class FieldPath {

    /** In place of an index: the step is to a field of a struct, or to an entry of a map. */
    private static final int FIELD = -1;
    private static final int KEY = -2;

    private final @Nullable FieldPath parent;
    private final String name;
    private final int index;

    private FieldPath(@Nullable FieldPath parent, String name, int index) {
        this.parent = parent;
        this.name = name;
        this.index = index;
    }

    /** Returns the path of the given names, each a child of the one before. */
    public static FieldPath of(String first, String... more) {
        FieldPath path = new FieldPath(null, first, FIELD);
        for (String name : more) {
            path = path.child(name);
        }
        return path;
    }

    /** Returns the path of a field of the struct at this path. */
    public FieldPath child(String name) {
        return new FieldPath(this, name, FIELD);
    }

    /** Returns the path of an element of the list at this path. */
    public FieldPath index(int index) {
        return new FieldPath(this, "", index);
    }

    /** Returns the path of an entry of the map at this path. */
    public FieldPath key(String key) {
        return new FieldPath(this, key, KEY);
    }

    /** Returns the form that causes of a status use. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        append(text);
        return text.toString();
    }

    private void append(StringBuilder text) {
        if (parent != null) {
            parent.append(text);
        }
        if (index >= 0) {
            text.append('[').append(index).append(']');
        } else if (index == KEY) {
            text.append('[').append(name).append(']');
        } else {
            text.append(parent == null ? "" : ".").append(name);
        }
    }
}
