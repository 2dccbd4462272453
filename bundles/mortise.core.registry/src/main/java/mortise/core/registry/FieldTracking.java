package mortise.core.registry;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import mortise.api.ApiObject;
import mortise.core.patch.apply.FieldOwnership;
import mortise.core.patch.apply.FieldWriter;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/** Keeps who owns the fields of the objects of a resource in one version. Immutable; any thread. */
final class FieldTracking {

    private static final List<String> STATUS = List.of("status");
    private static final Set<String> WITH_STATUS = Set.of("apiVersion", "kind", "metadata", "status");

    private final VersionForm form;
    private final boolean hasStatus;
    private final InstantSource clock;
    /** By path below the object, when somebody has written there; that of the object itself is empty. */
    private final Map<String, FieldOwnership> ownerships = new ConcurrentHashMap<>();

    FieldTracking(ResourceState state, VersionForm form, InstantSource clock) {
        this.form = form;
        this.clock = clock;
        this.hasStatus = state.definition().subresources().stream().anyMatch(part -> part.name().equals("status"));
    }

    private FieldOwnership ownership(FieldWriter writer) {
        return ownerships.computeIfAbsent(
                writer.subresource(), path -> new FieldOwnership(form.forms(), notWritten(path)));
    }

    /** Returns the fields that writers of a path cannot write. */
    private List<List<String>> notWritten(String path) {
        return switch (path) {
            case "status" -> notOfStatus(form.schema().type());
            // Certificate signing requests: it writes conditions, which are a part of the status.
            case "approval" -> List.of(List.of("spec"));
            default -> hasStatus ? List.of(STATUS) : List.of();
        };
    }

    private static List<List<String>> notOfStatus(Optional<StructType> type) {
        var paths = new ArrayList<List<String>>();
        paths.add(List.of("metadata", "ownerReferences"));
        if (type.isEmpty()) {
            paths.add(List.of("spec"));
        } else {
            type.get().fields().stream().map(Field::name).filter(field -> !WITH_STATUS.contains(field))
                    .forEach(field -> paths.add(List.of(field)));
        }
        return paths;
    }

    /** Returns who a request says that it is. */
    FieldWriter writer(WriteOptions options, String subresource) {
        String apiVersion = form.kind().groupVersion().toString();
        return new FieldWriter(options.fieldManager(), apiVersion, subresource, clock.instant());
    }

    /**
     * Notes what a write that is no apply changes.
     *
     * @param object what the caller wants, complete, in any version
     * @param old what it replaces, in any version
     */
    void track(ApiObject object, Optional<ApiObject> old, FieldWriter writer) {
        ownership(writer).track(object, old, writer);
    }

    /** Returns what an apply makes of an object, in the version of this; see {@link FieldOwnership#apply}. */
    ApiObject apply(Optional<ApiObject> live, ApiObject intent, FieldWriter writer, boolean force) {
        return ownership(writer).apply(live, intent, writer, force);
    }

    /**
     * Keeps the times of the entries of an object that is otherwise what it was, so that it need not be written.
     *
     * @param before what the object replaces, complete and in the same version
     */
    static void keepTimes(ApiObject object, ApiObject before) {
        Map<String, @Nullable Object> metadata = object.metadata().tree();
        Object now = metadata.get("managedFields");
        Object was = before.metadata().tree().get("managedFields");
        if (now == null || now.equals(was) || !timeless(now).equals(timeless(was))) {
            return;
        }
        metadata.put("managedFields", was);
        if (!object.equals(before)) {
            metadata.put("managedFields", now);
        }
    }

    private static List<Object> timeless(@Nullable Object entries) {
        var bare = new ArrayList<Object>();
        if (entries instanceof List<?> list) {
            for (Object entry : list) {
                var copy = new HashMap<Object, @Nullable Object>((Map<?, ?>) entry);
                copy.remove("time");
                bare.add(copy);
            }
        }
        return bare;
    }
}
