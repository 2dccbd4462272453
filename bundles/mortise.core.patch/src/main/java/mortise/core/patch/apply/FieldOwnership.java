package mortise.core.patch.apply;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code metadata.managedFields} of the objects of a kind, and applies what appliers want. Immutable, any thread;
 * never blocks.
 */
public final class FieldOwnership {

    /** Who owns what an object had before anybody applied something to it. */
    static final String BEFORE_FIRST_APPLY = "before-first-apply";

    private static final String METADATA = "metadata";

    /** Fields that the server keeps, or that say which object it is. */
    private static final FieldSet UNOWNED = paths(List.of(
            List.of("apiVersion"), List.of("kind"), List.of(METADATA),
            List.of(METADATA, "name"), List.of(METADATA, "namespace"), List.of(METADATA, "uid"),
            List.of(METADATA, "creationTimestamp"), List.of(METADATA, "selfLink"), List.of(METADATA, "clusterName"),
            List.of(METADATA, "generation"), List.of(METADATA, "managedFields"),
            List.of(METADATA, "resourceVersion")));

    private final Versions versions;
    private final FieldSet reset;

    /**
     * Makes the ownership of a resource or subresource.
     *
     * @param versions of the kind
     * @param reset paths of fields that writers of the resource cannot own, for example {@code [["status"]]} for the
     *     resource itself
     */
    public FieldOwnership(KindVersions versions, List<List<String>> reset) {
        this.versions = new Versions(versions);
        this.reset = paths(reset);
    }

    private static FieldSet paths(List<List<String>> paths) {
        var trail = new Trail();
        Trail.Found found = trail.collect();
        for (List<String> path : paths) {
            path.forEach(step -> trail.enter(PathElement.field(step)));
            found.add();
            path.forEach(step -> trail.leave());
        }
        return found.set();
    }

    /**
     * Tracks a write that is no apply, and sets {@code metadata.managedFields} of the object.
     *
     * @param object what the caller wants, decoded and defaulted, before admission, in any version that is served
     * @param old the stored object in any version; nothing when the write creates; never changed
     */
    public void track(ApiObject object, Optional<ApiObject> old, FieldWriter writer) {
        boolean own = writer.subresource().isEmpty();
        Object wanted = own ? Owners.in(object) : null;
        Owners owners = Owners.isReset(wanted) ? new Owners() : read(wanted);
        boolean fromObject = !owners.isEmpty();
        if (!fromObject && !Owners.isReset(wanted) && old.isPresent()) {
            owners = read(Owners.in(old.get()));
        }
        object.structAt(METADATA).remove(Owners.FIELD);
        if (owners.isEmpty() && old.isPresent()) {
            // Nobody keeps track of this object before somebody applies something to it.
            return;
        }
        write(owners, object, old, writer);
        owners.write(object, fromObject);
    }

    /** Reads entries; those that cannot be read count as none, so that no write fails for them. */
    private Owners read(@Nullable Object entries) {
        try {
            return Owners.read(entries, versions::shape);
        } catch (JsonText.Malformed malformed) {
            return new Owners();
        }
    }

    /** Gives what a write changes to its manager, and takes it from all others. */
    private void write(Owners owners, ApiObject object, Optional<ApiObject> old, FieldWriter writer) {
        ApiObject before = old.orElseGet(() -> nothing(object));
        try {
            var differences = new Differences(versions, before.tree(), object.tree(), reset, true);
            Difference.Fields own = differences.in(writer.apiVersion());
            FieldSet taken = own == null ? FieldSet.EMPTY : own.taken().minus(UNOWNED);
            Owner entry = Owner.of(writer, false, taken).at(ObjectMeta.time(writer.time()));
            Owner was = owners.find(entry);
            owners.change(owner -> differences.left(owner));
            if (!taken.isEmpty()) {
                Owner earlier = owners.find(entry);
                FieldSet fields = earlier == null ? taken : taken.union(earlier.fields());
                // The same instance has its text already.
                boolean kept = was != null && was.fields().equals(fields);
                owners.put(entry.with(kept ? was.fields() : KnownSets.same(fields)));
            }
        } catch (ListItems.Unclear unclear) {
            // Whoever checks the object refuses it, or stores it as it was before: entries stay as they are.
            return;
        }
        owners.cap();
    }

    private static ApiObject nothing(ApiObject like) {
        var nothing = new ApiObject(new LinkedHashMap<>());
        nothing.tree().put("kind", like.kind());
        nothing.tree().put("apiVersion", like.apiVersion());
        return nothing;
    }

    /**
     * Applies what a manager wants to an object.
     *
     * @param live the stored object in any version; nothing when the write creates; never changed
     * @param intent what the manager wants, with checked types but without defaults, in the version of the writer;
     *     never changed
     * @param force whether fields that others own are taken from them
     * @return the new object in the version of the writer, with {@code metadata.managedFields} and without defaults;
     *     shares nothing mutable with the arguments
     * @throws ApiException 409 when others own fields that the intent changes, and no force is used; 400, 422 or 500
     *     with the messages that clients know when intent or live object cannot be merged
     */
    public ApiObject apply(Optional<ApiObject> live, ApiObject intent, FieldWriter writer, boolean force) {
        Refusals.check(intent, writer);
        Owners owners = ownersOf(live, writer);
        ApiObject before = live.orElseGet(() -> nothing(intent));
        Map<?, ?> tree = versions.tree(before, writer.apiVersion());
        if (tree == null) {
            throw Refusals.unserved(intent, writer);
        }
        return new Applying(versions, reset, UNOWNED, owners, tree).apply(intent, writer, force);
    }

    /** Returns who owns what, also of an object that nobody kept track of. */
    private Owners ownersOf(Optional<ApiObject> live, FieldWriter writer) {
        if (live.isEmpty()) {
            return new Owners();
        }
        Owners owners;
        try {
            owners = Owners.read(Owners.in(live.get()), versions::shape);
        } catch (JsonText.Malformed malformed) {
            throw Refusals.unreadable(malformed);
        }
        if (owners.isEmpty()) {
            write(owners, live.get(), Optional.empty(), new FieldWriter(
                    BEFORE_FIRST_APPLY, writer.apiVersion(), writer.subresource(), writer.time()));
        }
        return owners;
    }
}
