package mortise.core.schema;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where a walk is in a tree: a stack of steps, of which texts are made only when somebody is to read them. For one
 * thread.
 */
final class Place {

    private static final int USUAL_DEPTH = 16;
    /** In place of an index: the step is to a field of a struct, or to a key of a map. */
    private static final int FIELD = -1;
    private static final int KEY = -2;

    private @Nullable String[] names = new @Nullable String[USUAL_DEPTH];
    private int[] indexes = new int[USUAL_DEPTH];
    private int depth;

    void enterField(String name) {
        enter(name, FIELD);
    }

    void enterKey(String key) {
        enter(key, KEY);
    }

    void enterIndex(int index) {
        enter(null, index);
    }

    void leave() {
        depth--;
    }

    private void enter(@Nullable String name, int index) {
        if (depth == indexes.length) {
            names = Arrays.copyOf(names, depth * 2);
            indexes = Arrays.copyOf(indexes, depth * 2);
        }
        names[depth] = name;
        indexes[depth++] = index;
    }

    /** Returns the path of a field here, as reports of unknown fields show it: {@code spec.containers[0].foo}. */
    String path(String field) {
        var path = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            if (indexes[i] >= 0) {
                path.append('[').append(indexes[i]).append(']');
            } else {
                path.append(i == 0 ? "" : ".").append(names[i]);
            }
        }
        return path.append(depth == 0 ? "" : ".").append(field).toString();
    }

    /** Returns the fields on the way here, without indexes and keys: {@code spec.containers.ports}. */
    String fields() {
        var path = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            if (indexes[i] == FIELD) {
                path.append(path.isEmpty() ? "" : ".").append(names[i]);
            }
        }
        return path.toString();
    }
}
