package mortise.api;

import org.jspecify.annotations.Nullable;

/** Where a field stands in an object: {@code spec.containers[0].env}, {@code metadata.labels[a/b]}. */
public final class FieldPath {

    private final @Nullable FieldPath parent;
    private final String step;

    private FieldPath(@Nullable FieldPath parent, String step) {
        this.parent = parent;
        this.step = step;
    }

    /** Returns the path of the given names, each a child of the one before. */
    public static FieldPath of(String first, String... more) {
        FieldPath path = new FieldPath(null, first);
        for (String name : more) {
            path = path.child(name);
        }
        return path;
    }

    /** Returns the path of a field of the struct at this path. */
    public FieldPath child(String name) {
        return new FieldPath(this, "." + name);
    }

    /** Returns the path of an element of the list at this path. */
    public FieldPath index(int index) {
        return new FieldPath(this, "[" + index + "]");
    }

    /** Returns the path of an entry of the map at this path. */
    public FieldPath key(String key) {
        return new FieldPath(this, "[" + key + "]");
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
        text.append(step);
    }
}
