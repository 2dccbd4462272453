package mortise.core.patch.apply;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The difference of two objects in every version in which somebody owns fields. For one write. */
final class Differences {

    private final Versions versions;
    private final Map<?, ?> old;
    private final Map<?, ?> now;
    private final FieldSet reset;
    private final boolean complete;
    private final Map<String, Difference.Fields> found = new HashMap<>();

    /**
     * Makes the differences.
     *
     * @param reset fields that do not count
     * @param complete whether both objects have the fields that are always there, written or not
     */
    Differences(Versions versions, Map<?, ?> old, Map<?, ?> now, FieldSet reset, boolean complete) {
        this.versions = versions;
        this.old = old;
        this.now = now;
        this.reset = reset;
        this.complete = complete;
    }

    /** Returns the difference in a version, or {@code null} when that is not served. */
    Difference.@Nullable Fields in(String apiVersion) {
        Difference.Fields known = found.get(apiVersion);
        if (known == null && versions.serves(apiVersion)) {
            Map<?, ?> before = versions.tree(old, apiVersion);
            Map<?, ?> after = versions.tree(now, apiVersion);
            assert before != null && after != null;
            known = Difference.between(before, after, versions.shape(apiVersion), complete).without(reset);
            found.put(apiVersion, known);
        }
        return known;
    }

    /** Returns what is left of an entry of somebody else, or {@code null} when its version is not served. */
    @Nullable Owner left(Owner owner) {
        Difference.Fields fields = in(owner.apiVersion());
        return fields == null ? null : owner.with(owner.fields().minus(fields.taken()).minus(fields.removed()));
    }
}
