package mortise.group.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;
import mortise.core.workload.ClaimSpecs;
import mortise.core.workload.InternalForm;
import mortise.core.workload.StructDiff;
import mortise.core.workload.VolumeWarnings;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Claims for persistent volumes: what is asked for can grow, but is otherwise fixed. */
final class ClaimStrategy implements ResourceStrategy {

    private static final String SOURCE = "dataSource";
    private static final String REFERENCE = "dataSourceRef";
    private static final String ATTRIBUTES = "volumeAttributesClassName";
    private static final String IMMUTABLE = "spec is immutable after creation except resources.requests and"
            + " volumeAttributesClassName for bound claims\n";

    private final String classAnnotation;

    ClaimStrategy(String labelDomain) {
        classAnnotation = "volume.beta." + labelDomain + "/storage-class";
    }

    @Override
    public void prepareForCreate(ApiObject object) {
        object.structAt("status").put("phase", "Pending");
        Map<String, @Nullable Object> spec = object.structAt("spec");
        if (spec.get(REFERENCE) == null && !isKnownSource(object)) {
            spec.remove(SOURCE);
        }
        alignSources(object);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        if (old.at("spec", SOURCE) == null && old.at("spec", REFERENCE) == null
                && object.at("spec", REFERENCE) == null && !isKnownSource(object)) {
            object.structAt("spec").remove(SOURCE);
        }
        alignSources(object);
    }

    /** Older clients could name only claims and snapshots; whatever else they wrote was dropped. */
    private static boolean isKnownSource(ApiObject claim) {
        String kind = claim.textAt("spec", SOURCE, "kind");
        String group = claim.textAt("spec", SOURCE, "apiGroup");
        return group.isEmpty() && kind.equals("PersistentVolumeClaim")
                || group.startsWith("snapshot.storage.") && kind.equals("VolumeSnapshot");
    }

    /** Each of the two fields stands for the other one. */
    private static void alignSources(ApiObject claim) {
        Map<String, @Nullable Object> spec = claim.structAt("spec");
        Object source = spec.get(SOURCE);
        Object reference = spec.get(REFERENCE);
        if (source != null && reference == null) {
            spec.put(REFERENCE, ApiObject.copy(source));
        } else if (source == null && reference != null && claim.textAt("spec", REFERENCE, "namespace").isEmpty()) {
            spec.put(SOURCE, ApiObject.copy(reference));
        }
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        FieldView claim = FieldView.root(object, new ArrayList<>());
        var warnings = new ArrayList<String>();
        FieldView annotation = claim.at("metadata", "annotations").entry(classAnnotation);
        if (annotation.present()) {
            warnings.add(annotation.path() + PersistentVolumeStrategy.OLD_CLASS);
        }
        warnings.addAll(VolumeWarnings.ofClaim(claim.at("spec")));
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        ClaimSpecs.validate(root.at("spec"));
        old.ifPresent(before -> validateChange(root, FieldView.root(before, errors)));
        return errors;
    }

    private void validateChange(FieldView root, FieldView old) {
        FieldView spec = root.at("spec");
        FieldView annotation = root.at("metadata", "annotations").entry(classAnnotation);
        FieldView oldAnnotation = old.at("metadata", "annotations").entry(classAnnotation);
        boolean moved = movedFromAnnotation(annotation, oldAnnotation, spec, old.at("spec"));
        if (!moved && !annotation.sameAs(oldAnnotation)) {
            annotation.shownAt(FieldPath.of("metadata", "annotations").key(classAnnotation))
                    .invalid(annotation.text(), "field is immutable");
        }
        Map<String, @Nullable Object> before = copy(old.at("spec"));
        Map<String, @Nullable Object> now = allowed(spec, old.at("spec"), root.at("status", "phase").text(), moved);
        if (old.at("spec", "volumeName").text().isEmpty() && spec.at("volumeName").present()) {
            before.put("volumeName", spec.at("volumeName").value());
        }
        if (!now.equals(before)) {
            spec.forbidden(IMMUTABLE + StructDiff.of(InternalForm.show("PersistentVolumeClaimSpec", before),
                    InternalForm.show("PersistentVolumeClaimSpec", now)));
        }
        size(spec, old);
        spec.at("volumeMode").shownAt(FieldPath.of("volumeMode")).immutable(old.at("spec", "volumeMode"));
        if (old.at("spec", ATTRIBUTES).present() && !spec.at(ATTRIBUTES).present()) {
            spec.at(ATTRIBUTES).forbidden("update from non-nil value to nil is forbidden");
        }
    }

    private static boolean movedFromAnnotation(
            FieldView annotation, FieldView oldAnnotation, FieldView spec, FieldView old) {
        return oldAnnotation.present() && !annotation.present() && !old.at("storageClassName").present()
                && spec.at("storageClassName").sameAs(oldAnnotation);
    }

    /** Returns the spec without the changes that are allowed. */
    private static Map<String, @Nullable Object> allowed(FieldView spec, FieldView old, String phase, boolean moved) {
        Map<String, @Nullable Object> now = copy(spec);
        if (moved) {
            now.remove("storageClassName");
        }
        if (phase.equals("Bound")) {
            put(now, ATTRIBUTES, old.at(ATTRIBUTES).value());
            Object size = old.at("resources", "requests", "storage").value();
            if (now.get("resources") instanceof Map<?, ?> resources
                    && resources.get("requests") instanceof Map<?, ?> requests) {
                @SuppressWarnings("unchecked") // The keys of a tree are texts.
                var amounts = (Map<String, @Nullable Object>) requests;
                put(amounts, "storage", size);
            }
        }
        return now;
    }

    private static void put(Map<String, @Nullable Object> struct, String field, @Nullable Object value) {
        if (value == null) {
            struct.remove(field);
        } else {
            struct.put(field, value);
        }
    }

    private static void size(FieldView spec, FieldView old) {
        FieldView size = spec.at("resources", "requests", "storage");
        Object before = old.at("spec", "resources", "requests", "storage").value();
        Object capacity = old.at("status", "capacity", "storage").value();
        if (Amounts.compare(size.value(), before) < 0 && Amounts.compare(size.value(), capacity) <= 0) {
            size.forbidden("field can not be less than status.capacity");
        }
    }

    @SuppressWarnings("unchecked") // The keys of a tree are texts.
    private static Map<String, @Nullable Object> copy(FieldView spec) {
        var copy = new LinkedHashMap<String, @Nullable Object>();
        if (spec.value() instanceof Map<?, ?>) {
            copy.putAll(Objects.requireNonNull((Map<String, @Nullable Object>) ApiObject.copy(spec.value())));
        }
        return copy;
    }

    /** Checks what is written to the status. */
    static void validateStatus(FieldView claim) {
        if (claim.at("metadata", "resourceVersion").isEmpty()) {
            claim.at("resourceVersion").required("");
        }
        ClaimSpecs.accessModes(claim.at("status", "accessModes"));
        claim.at("status", "capacity").entries().values().forEach(FieldView::quantity);
    }
}
