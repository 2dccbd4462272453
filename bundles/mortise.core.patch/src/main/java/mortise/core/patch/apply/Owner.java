package mortise.core.patch.apply;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code metadata.managedFields}. Immutable.
 *
 * @param applied whether the manager applied the fields; else it wrote them in another way
 * @param apiVersion version that names the fields
 * @param subresource empty for the object itself
 * @param time RFC 3339 in UTC with whole seconds; {@code null} when the manager has changed nothing yet
 * @param written the entry as it stands in the object, when it would be written just so
 */
record Owner(
        String manager,
        boolean applied,
        String apiVersion,
        String subresource,
        @Nullable String time,
        FieldSet fields,
        @Nullable Map<?, ?> written) {

    /** Stands for writers that do not say who they are. */
    private static final String NOBODY = "unknown";
    private static final String NO_TIME = "";

    /** The order in which entries are written. */
    static final Comparator<Owner> WRITTEN = Comparator.comparing((Owner owner) -> !owner.applied)
            .thenComparing(Owner::timeText).thenComparing(Owner::manager).thenComparing(Owner::apiVersion)
            .thenComparing(Owner::subresource);

    /** First those that have not written for the longest time. */
    static final Comparator<Owner> AGE = Comparator.comparing(Owner::timeText).thenComparing(Owner::manager)
            .thenComparing(Owner::apiVersion).thenComparing(Owner::subresource);

    static Owner of(FieldWriter writer, boolean applied, FieldSet fields) {
        String manager = writer.manager().isEmpty() ? NOBODY : writer.manager();
        return new Owner(manager, applied, writer.apiVersion(), writer.subresource(), null, fields, null);
    }

    private String timeText() {
        return time == null ? NO_TIME : time;
    }

    Owner with(FieldSet others) {
        return others == fields ? this : new Owner(manager, applied, apiVersion, subresource, time, others, null);
    }

    Owner at(@Nullable String then) {
        return new Owner(manager, applied, apiVersion, subresource, then, fields, null);
    }

    /** Says whether both are the same entry; of a manager that applies there is one in all versions. */
    boolean isSameEntry(Owner other) {
        return applied == other.applied && manager.equals(other.manager) && subresource.equals(other.subresource)
                && (applied || apiVersion.equals(other.apiVersion));
    }

    /** Returns how conflicts name the manager. */
    String shown() {
        var out = new StringBuilder();
        JsonText.quote(out, manager, false);
        if (!subresource.isEmpty()) {
            JsonText.quote(out.append(" with subresource "), subresource, false);
        }
        if (!applied) {
            out.append(" using ").append(apiVersion);
        }
        return out.toString();
    }

    /**
     * Returns the entry as it is written.
     *
     * @param shared whether the tree it was read from may be used
     */
    Map<?, ?> write(boolean shared) {
        if (shared && written != null) {
            return written;
        }
        var entry = new LinkedHashMap<String, @Nullable Object>();
        entry.put("manager", manager);
        entry.put("operation", applied ? "Apply" : "Update");
        entry.put("apiVersion", apiVersion);
        if (time != null) {
            entry.put("time", time);
        }
        entry.put("fieldsType", "FieldsV1");
        entry.put("fieldsV1", FieldsForm.write(fields));
        if (!subresource.isEmpty()) {
            entry.put("subresource", subresource);
        }
        return entry;
    }
}
