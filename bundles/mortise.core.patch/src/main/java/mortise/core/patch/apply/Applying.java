package mortise.core.patch.apply;

import java.util.LinkedHashMap;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** One apply to an object in the version of its manager. */
final class Applying {

    private final Versions versions;
    private final FieldSet reset;
    private final FieldSet unowned;
    private final Owners owners;
    private final Map<?, ?> live;

    /**
     * Begins an apply.
     *
     * @param owners changed by it
     * @param live never changed
     */
    Applying(Versions versions, FieldSet reset, FieldSet unowned, Owners owners, Map<?, ?> live) {
        this.versions = versions;
        this.reset = reset;
        this.unowned = unowned;
        this.owners = owners;
        this.live = live;
    }

    /** Returns the new object, complete with its entries; see {@link FieldOwnership#apply}. */
    ApiObject apply(ApiObject intent, FieldWriter writer, boolean force) {
        Shape shape = versions.shape(writer.apiVersion());
        FieldWalk.Outcome wanted = FieldWalk.over(intent.tree(), shape, true);
        if (!wanted.mistakes().isEmpty()) {
            throw Refusals.badIntent(intent, wanted);
        }
        Owner mine = Owner.of(writer, true, wanted.fields().minusBelow(reset));
        Owner before = owners.find(mine);
        owners.put(mine);
        var pruning = new Pruning(versions, owners);
        Map<?, ?> applied = merged(intent, shape);
        if (before != null && !before.fields().isEmpty()) {
            applied = pruning.prune(applied, writer.apiVersion(), before, mine.fields());
        }
        share(mine, applied, force, writer, shape);
        boolean same = Scalars.same(live, applied);
        Owner stripped = mine.with(mine.fields().minus(unowned))
                .at(same ? before == null ? null : before.time() : ObjectMeta.time(writer.time()));
        owners.put(stripped);
        owners.change(owner -> owner);
        pruning.sweep();
        return finished(same ? live : applied, intent, writer);
    }

    private Map<?, ?> merged(ApiObject intent, Shape shape) {
        try {
            return TreeMerge.merge(live, intent.tree(), shape);
        } catch (ListItems.Unclear unclear) {
            throw Refusals.badLive(live, FieldWalk.over(live, shape, false));
        }
    }

    /** Finds conflicts, and leaves the others what is not taken from them. */
    private void share(Owner mine, Map<?, ?> applied, boolean force, FieldWriter writer, Shape shape) {
        var differences = new Differences(versions, live, applied, reset, false);
        var conflicts = new Conflicts();
        try {
            for (Owner owner : owners.all()) {
                Difference.Fields fields = owner.isSameEntry(mine) ? null : differences.in(owner.apiVersion());
                if (fields != null) {
                    conflicts.add(owner, owner.fields().intersect(fields.taken()));
                }
            }
            if (!force && !conflicts.isEmpty()) {
                if (LastApplied.isKeptBy(writer.manager())) {
                    conflicts.forgive(LastApplied.fields(live, writer.apiVersion(), shape));
                }
                if (!conflicts.isEmpty()) {
                    throw conflicts.refusal();
                }
            }
            owners.change(owner -> owner.isSameEntry(mine) ? owner : differences.left(owner));
        } catch (ListItems.Unclear unclear) {
            throw Refusals.badLive(live, FieldWalk.over(live, shape, false));
        }
    }

    private ApiObject finished(Map<?, ?> tree, ApiObject intent, FieldWriter writer) {
        ApiObject object = Versions.object(withoutEntries(tree)).deepCopy();
        if (LastApplied.isKeptBy(writer.manager())) {
            LastApplied.update(object, intent);
        }
        owners.write(object, false);
        return object;
    }

    /** Entries are written anew, so they need not be copied; they may be most of an object. */
    private static Map<?, ?> withoutEntries(Map<?, ?> tree) {
        if (!(tree.get("metadata") instanceof Map<?, ?> metadata) || !metadata.containsKey(Owners.FIELD)) {
            return tree;
        }
        var others = new LinkedHashMap<Object, @Nullable Object>(metadata);
        others.remove(Owners.FIELD);
        var bare = new LinkedHashMap<Object, @Nullable Object>(tree);
        bare.put("metadata", others);
        return bare;
    }
}
