package mortise.core.schema;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The walks that set defaults and complete objects. Kinds that contain the same types share them. Any thread.
 *
 * @param defaults sets what requests leave out
 * @param completion adds what objects always have
 */
record Walks(Walk defaults, Walk completion) {

    /** Returns the walks for types with the given rules, see {@link TypedSchema}. */
    static Walks of(Map<String, Consumer<Map<String, @Nullable Object>>> rules) {
        var known = Map.copyOf(rules);
        return new Walks(new Walk(struct -> Defaults.of(struct, known)), new Walk(Completion::of));
    }
}
