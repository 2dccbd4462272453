package mortise.core.patch.apply;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Removes from a merged object what a manager applied before and does not apply now, unless somebody else owns it. For
 * one apply.
 */
final class Pruning {

    private final Versions versions;
    private final Owners owners;
    private TreeRemoval removal = new TreeRemoval();

    /**
     * Makes the pruning.
     *
     * @param owners all, with what the manager applies now
     */
    Pruning(Versions versions, Owners owners) {
        this.versions = versions;
        this.owners = owners;
    }

    /**
     * Returns what is left of an object, in the version it was in.
     *
     * @param before what the manager applied before
     * @param now what it applies now
     */
    Map<?, ?> prune(Map<?, ?> merged, String apiVersion, Owner before, FieldSet now) {
        String then = before.apiVersion();
        if (then.equals(apiVersion) && before.fields().isWithin(now) || !versions.serves(then)) {
            return merged;
        }
        Map<?, ?> whole = tree(merged, then);
        Shape shape = versions.shape(then);
        FieldSet last = before.fields().withNamedFields(shape);
        Map<?, ?> kept = withOwned(whole, new TreeRemoval().from(whole, last, shape), then);
        FieldSet gone = fields(whole, shape).minus(fields(tree(kept, then), shape)).intersect(last);
        Map<?, ?> pruned = removal.from(whole, gone, shape);
        if (!then.equals(apiVersion)) {
            sweep();
        }
        return tree(pruned, apiVersion);
    }

    /** Removes what lost all that it had; after nobody compares the object any more. */
    void sweep() {
        removal.sweep();
        removal = new TreeRemoval();
    }

    /** Returns what is left of an object, and what somebody owns of the rest. */
    private Map<?, ?> withOwned(Map<?, ?> whole, Map<?, ?> pruned, String then) {
        Map<String, FieldSet> owned = owners.byVersion();
        Map<?, ?> kept = withOwned(whole, pruned, then, owned.remove(then));
        for (Map.Entry<String, FieldSet> version : owned.entrySet()) {
            if (versions.serves(version.getKey())) {
                kept = withOwned(whole, kept, version.getKey(), version.getValue());
            }
        }
        return kept;
    }

    private Map<?, ?> withOwned(Map<?, ?> whole, Map<?, ?> pruned, String version, @Nullable FieldSet owned) {
        if (owned == null) {
            return pruned;
        }
        Shape shape = versions.shape(version);
        Map<?, ?> all = tree(whole, version);
        FieldSet stays = fields(tree(pruned, version), shape).union(owned.withNamedFields(shape));
        return new TreeRemoval().from(all, fields(all, shape).minus(stays), shape);
    }

    private static FieldSet fields(Map<?, ?> tree, Shape shape) {
        return FieldWalk.over(tree, shape, false).fields().withNamedFields(shape);
    }

    private Map<?, ?> tree(Map<?, ?> tree, String version) {
        Map<?, ?> converted = versions.tree(tree, version);
        assert converted != null;
        return converted;
    }
}
