package mortise.core.registry;

import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import mortise.api.ApiObject;
import mortise.api.ObjectMeta;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import org.jspecify.annotations.Nullable;

/** Sets the fields of an object that belong to the server, whatever the caller wrote there. */
final class ServerFields {

    private static final Set<String> SET_BY_SERVER = Set.of(
            "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds", "resourceVersion");
    private static final Set<String> NOT_CONTENT = Set.of("apiVersion", "kind", "metadata", "status");

    private final ResourceDefinition definition;
    private final InstantSource clock;
    private final Supplier<UUID> uids;
    private final boolean hasStatus;

    ServerFields(ResourceDefinition definition, InstantSource clock, Supplier<UUID> uids) {
        this.definition = definition;
        this.clock = clock;
        this.uids = uids;
        this.hasStatus = definition.subresources().stream().anyMatch(part -> part.name().equals("status"));
    }

    /** Returns the current time as objects carry it: RFC 3339, whole seconds, UTC. */
    String now() {
        return ObjectMeta.time(clock.instant());
    }

    /** Before anybody sees a new object, so that nobody takes for the server's what its creator wrote there. */
    static void clear(ApiObject object) {
        object.metadata().tree().keySet().removeAll(SET_BY_SERVER);
    }

    /** Before the kind's own strategy sees a new object. */
    void beforeCreate(ApiObject object) {
        clear(object);
        ObjectMeta metadata = object.metadata();
        metadata.setUid(uids.get().toString());
        metadata.setCreationTimestamp(now());
        if (definition.writeRules().contains(WriteRule.COUNTS_GENERATION)) {
            metadata.setGeneration(1);
        }
        if (hasStatus && !definition.writeRules().contains(WriteRule.CREATE_KEEPS_STATUS)) {
            object.tree().remove("status");
        }
    }

    /** Before the kind's own strategy sees a changed object. */
    void beforeUpdate(ApiObject object, ApiObject old, boolean subresource) {
        ObjectMeta metadata = object.metadata();
        ObjectMeta was = old.metadata();
        if (metadata.uid().isEmpty()) {
            metadata.setUid(was.uid());
        }
        if (!was.deletionTimestamp().isEmpty()) {
            metadata.setDeletionTimestamp(was.deletionTimestamp());
        }
        if (metadata.tree().get("deletionGracePeriodSeconds") == null) {
            keep("deletionGracePeriodSeconds", metadata, was);
        }
        for (String field : List.of("creationTimestamp", "generation", "resourceVersion")) {
            keep(field, metadata, was);
        }
        if (hasStatus && !subresource) {
            keepStatus(object, old);
        }
    }

    /** After the kind's own strategy has seen a changed object. */
    void afterUpdate(ApiObject object, ApiObject old) {
        if (definition.writeRules().contains(WriteRule.COUNTS_GENERATION) && contentChanged(object, old)) {
            object.metadata().setGeneration(old.metadata().generation() + 1);
        }
    }

    private static void keep(String field, ObjectMeta metadata, ObjectMeta was) {
        Object value = was.tree().get(field);
        if (value == null) {
            metadata.tree().remove(field);
        } else {
            metadata.tree().put(field, value);
        }
    }

    private static void keepStatus(ApiObject object, ApiObject old) {
        Object status = old.tree().get("status");
        if (status == null) {
            object.tree().remove("status");
        } else {
            object.tree().put("status", ApiObject.copy(status));
        }
    }

    private static boolean contentChanged(ApiObject object, ApiObject old) {
        Set<String> fields = new LinkedHashSet<>(object.tree().keySet());
        fields.addAll(old.tree().keySet());
        fields.removeAll(NOT_CONTENT);
        return fields.stream().anyMatch(field -> !same(object.tree(), old.tree(), field));
    }

    private static boolean same(
            Map<String, @Nullable Object> left, Map<String, @Nullable Object> right, String field) {
        return Objects.equals(left.get(field), right.get(field));
    }
}
