package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** The entries of {@code metadata.managedFields}. For one write and thread. */
final class Owners {

    /**
     * Whether an empty list in a write means the same as a list of one empty entry: that nobody owns anything. Known
     * clients are answered so; when it is {@code false}, an empty list is the same as none.
     */
    private static final boolean EMPTY_LIST_RESETS = true;

    static final String FIELD = "managedFields";
    private static final String METADATA = "metadata";
    /** Who owns what writers did that are too many to tell apart. */
    private static final String ANCIENT = "ancient-changes";

    private List<Owner> all = new ArrayList<>();

    /** Returns the entries of an object as they are, or {@code null} when there are none. */
    static @Nullable Object in(ApiObject object) {
        return object.at(METADATA, FIELD);
    }

    /** Says whether a write asks that nobody owns anything. */
    static boolean isReset(@Nullable Object entries) {
        return entries instanceof List<?> list
                && (list.isEmpty() ? EMPTY_LIST_RESETS
                        : list.size() == 1 && list.get(0) instanceof Map<?, ?> entry && isNothing(entry));
    }

    private static boolean isNothing(Map<?, ?> entry) {
        return entry.values().stream().allMatch(value -> value == null || "".equals(value));
    }

    /**
     * Reads entries; of two with the same manager the last one counts.
     *
     * @param shapes gives what objects of a version are like
     * @throws JsonText.Malformed when one has no known form
     */
    static Owners read(@Nullable Object entries, Function<String, Shape> shapes) {
        var owners = new Owners();
        if (entries == null) {
            return owners;
        }
        if (!(entries instanceof List<?> list) || list.size() > OwnershipLimits.ENTRIES_MAX) {
            throw new JsonText.Malformed("no list of entries, or too many");
        }
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof Map<?, ?> entry)) {
                throw new JsonText.Malformed("managed fields entry " + i + " is no object");
            }
            owners.put(owner(entry, i, shapes));
        }
        return owners;
    }

    private static Owner owner(Map<?, ?> entry, int at, Function<String, Shape> shapes) {
        String operation = text(entry, "operation");
        if (!operation.equals("Apply") && !operation.equals("Update")) {
            throw new JsonText.Malformed("operation must be `Apply` or `Update`");
        }
        String apiVersion = text(entry, "apiVersion");
        if (apiVersion.isEmpty()) {
            throw new JsonText.Malformed("apiVersion must not be empty");
        }
        String form = text(entry, "fieldsType");
        if (!form.equals("FieldsV1")) {
            throw new JsonText.Malformed(form.isEmpty() ? "missing fieldsType in managed fields entry " + at
                    : "invalid fieldsType \"" + form + "\" in managed fields entry " + at);
        }
        FieldsForm.Read fields = FieldsForm.read(entry.get("fieldsV1"), shapes.apply(apiVersion));
        String time = text(entry, "time");
        return new Owner(text(entry, "manager"), operation.equals("Apply"), apiVersion, text(entry, "subresource"),
                time.isEmpty() ? null : time, fields.set(), fields.canonical() ? entry : null);
    }

    private static String text(Map<?, ?> entry, String field) {
        return entry.get(field) instanceof String text ? text : "";
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<Owner> all() {
        return all;
    }

    /** Returns the entry of a manager, or {@code null}. */
    @Nullable Owner find(Owner like) {
        for (Owner owner : all) {
            if (owner.isSameEntry(like)) {
                return owner;
            }
        }
        return null;
    }

    /** Adds an entry instead of the one that the manager has. */
    void put(Owner owner) {
        remove(owner);
        all.add(owner);
    }

    void remove(Owner like) {
        all.removeIf(owner -> owner.isSameEntry(like));
    }

    /** Changes entries; {@code null} stands for none. Entries without fields vanish. */
    void change(Function<Owner, @Nullable Owner> changes) {
        var changed = new ArrayList<Owner>(all.size() + 1);
        for (Owner owner : all) {
            Owner now = changes.apply(owner);
            if (now != null && !now.fields().isEmpty()) {
                changed.add(now);
            }
        }
        all = changed;
    }

    /** Joins the oldest entries of managers that did not apply, version by version, until they are few enough. */
    void cap() {
        List<Owner> updates = new ArrayList<>(all);
        updates.removeIf(Owner::applied);
        int tooMany = updates.size() - OwnershipLimits.UPDATE_ENTRIES_MAX;
        if (tooMany <= 0) {
            return;
        }
        updates.sort(Owner.AGE);
        Map<String, Owner> oldest = new HashMap<>();
        for (int i = 0; i < updates.size() && tooMany > 0; i++) {
            Owner owner = updates.get(i);
            Owner first = oldest.get(owner.apiVersion());
            if (first == null) {
                oldest.put(owner.apiVersion(), owner);
                continue;
            }
            var joined = new Owner(ANCIENT, false, owner.apiVersion(), "", owner.time(),
                    first.fields().union(owner.fields()), null);
            remove(first);
            remove(owner);
            Owner already = find(joined);
            put(already == null ? joined : joined.with(joined.fields().union(already.fields())));
            oldest.put(owner.apiVersion(), joined);
            tooMany--;
        }
    }

    /**
     * Writes the entries into an object.
     *
     * @param shared whether trees that entries were read from may be used
     */
    void write(ApiObject object, boolean shared) {
        Map<String, @Nullable Object> metadata = object.structAt(METADATA);
        if (all.isEmpty()) {
            metadata.remove(FIELD);
            return;
        }
        all.sort(Owner.WRITTEN);
        var entries = new ArrayList<@Nullable Object>(all.size());
        all.forEach(owner -> entries.add(owner.write(shared)));
        metadata.put(FIELD, entries);
    }

    /** Returns the fields of all managers by version. */
    Map<String, FieldSet> byVersion() {
        var fields = new HashMap<String, FieldSet>();
        all.forEach(owner -> fields.merge(owner.apiVersion(), owner.fields(), FieldSet::union));
        return fields;
    }

    @Override
    public String toString() {
        return Objects.toString(all);
    }
}
