package mortise.core.discovery.openapi;

import java.util.Map;
import java.util.TreeMap;

/** Makes the objects of documents. Members are sorted, so that every server writes the same bytes. */
final class Tree {

    private Tree() {
    }

    /** Returns an object; what comes is a name, its value, the next name and so on. */
    static Map<String, Object> of(Object... namesAndValues) {
        var tree = new TreeMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return tree;
    }

    /** Adds a text unless it is empty. */
    static void putText(Map<String, Object> tree, String name, String text) {
        if (!text.isEmpty()) {
            tree.put(name, text);
        }
    }
}
