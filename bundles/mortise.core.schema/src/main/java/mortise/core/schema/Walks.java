package mortise.core.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The walks that set defaults and complete objects. Kinds that contain the same types share them. Any thread.
 *
 * @param defaults sets what requests leave out
 * @param completion adds what objects always have
 */
record Walks(Walk defaults, Walk completion) {

    /** Rules of several sources, asked for when the first struct is to get its defaults. */
    private static final class Rules {

        private final List<Supplier<Map<String, Consumer<Map<String, @Nullable Object>>>>> sources;
        private @Nullable Map<String, Consumer<Map<String, @Nullable Object>>> known; // guarded by this

        Rules(List<Supplier<Map<String, Consumer<Map<String, @Nullable Object>>>>> sources) {
            this.sources = sources;
        }

        synchronized Map<String, Consumer<Map<String, @Nullable Object>>> get() {
            Map<String, Consumer<Map<String, @Nullable Object>>> all = known;
            if (all == null) {
                all = new HashMap<>();
                for (Supplier<Map<String, Consumer<Map<String, @Nullable Object>>>> source : sources) {
                    all.putAll(source.get());
                }
                known = all;
            }
            return all;
        }
    }

    /**
     * Returns the walks for types with the given rules, see {@link TypedSchema}.
     *
     * @param sources asked once each; a later one wins over an earlier one
     */
    static Walks of(List<Supplier<Map<String, Consumer<Map<String, @Nullable Object>>>>> sources) {
        var rules = new Rules(List.copyOf(sources));
        return new Walks(new Walk(struct -> Defaults.of(struct, rules.get())), new Walk(Completion::of));
    }
}
