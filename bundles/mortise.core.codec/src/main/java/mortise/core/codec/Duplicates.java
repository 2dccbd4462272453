package mortise.core.codec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The fields that a body gave more than once. What is kept and spent on them is bounded, however many there are. */
final class Duplicates {

    /** How many duplicates are looked at; a field that is repeated many times counts each time. */
    private static final int LOOKED_AT_MAX = 10 * Decoded.DUPLICATES_MAX;

    /** How much of a path is reported, in characters. */
    private static final int PATH_LENGTH_MAX = 1024;

    private final Set<String> fields = new LinkedHashSet<>(2);
    private final List<String> lines = new ArrayList<>(0);
    private int lookedAt;

    /** Notes a field; the path is only asked for while reports are wanted. */
    void field(Supplier<StringBuilder> path) {
        if (lookedAt < LOOKED_AT_MAX && fields.size() < Decoded.DUPLICATES_MAX) {
            lookedAt++;
            fields.add(path.get().toString());
        }
    }

    /** Notes a key of YAML that stands on a line. */
    void line(int line, String key) {
        if (lines.size() < Decoded.DUPLICATES_MAX) {
            lines.add("line " + line + ": key " + key + " already set in map");
        }
    }

    List<String> fields() {
        return List.copyOf(fields);
    }

    List<String> lines() {
        return lines;
    }

    /** Adds a step to a path, which stops growing at some length. */
    static void step(StringBuilder path, String step) {
        if (path.length() >= PATH_LENGTH_MAX) {
            return;
        }
        if (!path.isEmpty() && !step.startsWith("[")) {
            path.append('.');
        }
        path.append(step, 0, Math.min(step.length(), PATH_LENGTH_MAX - path.length() + 1));
    }
}
