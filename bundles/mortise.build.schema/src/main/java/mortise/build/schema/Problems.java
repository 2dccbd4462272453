package mortise.build.schema;

import java.util.Collection;
import java.util.TreeSet;

/** Collects what is wrong, so that one run tells all of it. Not thread-safe. */
final class Problems {

    private final Collection<String> lines = new TreeSet<>();

    void add(String line) {
        lines.add(line);
    }

    /** Ends the generation when anything was wrong. */
    void throwIfAny() {
        if (!lines.isEmpty()) {
            throw new SchemaException(lines.stream().toList());
        }
    }
}
