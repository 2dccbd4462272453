package mortise.group.core;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.ObjectMeta;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.schema.NodeLabelWarnings;
import mortise.core.workload.ClaimSpecs;
import mortise.core.workload.InternalForm;
import mortise.core.workload.StructDiff;
import mortise.core.workload.VolumeSources;
import mortise.core.workload.VolumeWarnings;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Persistent volumes: where they are does not change. */
final class PersistentVolumeStrategy implements ResourceStrategy {

    /** The fields of a spec that do not say where the volume is. */
    private static final Set<String> NO_SOURCES = Set.of("accessModes", "capacity", "claimRef", "mountOptions",
            "nodeAffinity", "persistentVolumeReclaimPolicy", "storageClassName", "volumeAttributesClassName",
            "volumeMode");

    /** What to say of the annotation that named the class before there was a field for it. */
    static final String OLD_CLASS = ": deprecated since v1.8; use \"storageClassName\" attribute instead";

    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";
    private static final String RECYCLE = ": The Recycle reclaim policy is deprecated. Instead, the recommended"
            + " approach is to use dynamic provisioning.";

    private final InstantSource clock;

    PersistentVolumeStrategy(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void prepareForCreate(ApiObject object) {
        object.structAt("status").put("phase", "Pending");
        touch(object, clock);
    }

    private static void touch(ApiObject volume, InstantSource clock) {
        volume.structAt("status")
                .put("lastPhaseTransitionTime", ObjectMeta.time(clock.instant()));
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        FieldView volume = FieldView.root(object, new ArrayList<>());
        FieldView spec = volume.at("spec");
        var warnings = new ArrayList<String>();
        FieldView annotation = volume.at("metadata", "annotations").entry(CLASS_ANNOTATION);
        if (annotation.present()) {
            warnings.add(annotation.path() + OLD_CLASS);
        }
        FieldView policy = spec.at("persistentVolumeReclaimPolicy");
        if (policy.isOneOf("Recycle")) {
            warnings.add(policy.path() + RECYCLE);
        }
        spec.at("nodeAffinity", "required", "nodeSelectorTerms").items()
                .forEach(term -> NodeLabelWarnings.term(term, warnings));
        warnings.addAll(VolumeWarnings.ofPersistent(spec));
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        validate(spec);
        old.ifPresent(before -> validateChange(spec, FieldView.root(before, errors).at("spec")));
        return errors;
    }

    private static void validate(FieldView spec) {
        FieldView modes = spec.at("accessModes");
        if (modes.isEmpty()) {
            modes.required("");
        }
        ClaimSpecs.accessModes(modes);
        capacity(spec.at("capacity"));
        FieldView policy = spec.at("persistentVolumeReclaimPolicy");
        if (!policy.text().isEmpty()) {
            policy.oneOf("Delete", "Recycle", "Retain");
        }
        FieldView affinity = spec.at("nodeAffinity");
        if (affinity.present()) {
            if (affinity.at("required").present()) {
                LabelSelectors.nodeSelector(affinity.at("required"));
            } else {
                affinity.at("required").required("must specify required node constraints");
            }
        }
        VolumeSources.persistent(spec);
        if (spec.at("local").present() && !affinity.present()) {
            affinity.required("Local volume requires node affinity");
        }
        if (policy.isOneOf("Recycle") && spec.at("hostPath", "path").text().matches("/+")) {
            policy.forbidden("may not be 'recycle' for a hostPath mount of '/'");
        }
        classes(spec);
    }

    private static void classes(FieldView spec) {
        if (!spec.at("storageClassName").text().isEmpty()) {
            spec.at("storageClassName").subdomain();
        }
        if (spec.at("volumeMode").present()) {
            spec.at("volumeMode").oneOf("Block", "Filesystem");
        }
        FieldView attributes = spec.at("volumeAttributesClassName");
        if (attributes.present()) {
            if (attributes.text().isEmpty()) {
                attributes.required("an empty string is disallowed");
            } else {
                attributes.subdomain();
            }
            if (!spec.at("csi").present()) {
                spec.at("csi").required("has to be specified when using volumeAttributesClassName");
            }
        }
    }

    private static void capacity(FieldView capacity) {
        if (capacity.isEmpty()) {
            capacity.required("");
        }
        if (!capacity.entry("storage").present() || capacity.size() > 1) {
            capacity.report(FieldError.notSupported(capacity.path(), capacity.value(), List.of("storage")));
        }
        capacity.entries().values().forEach(FieldView::positiveQuantity);
    }

    private static void validateChange(FieldView spec, FieldView old) {
        var before = source(old);
        var now = source(spec);
        if (old.at("csi").present() && !old.at("csi", "controllerExpandSecretRef").present()
                && now.get("csi") instanceof Map<?, ?> csi) {
            // The secret for growing may be added later.
            csi.remove("controllerExpandSecretRef");
        }
        if (!now.equals(before)) {
            spec.shownAt(FieldPath.of("spec", "persistentvolumesource"))
                    .forbidden("spec.persistentvolumesource is immutable after creation\n"
                            + StructDiff.of(InternalForm.show("PersistentVolumeSource", before),
                                    InternalForm.show("PersistentVolumeSource", now)));
        }
        spec.at("volumeMode").shownAt(FieldPath.of("volumeMode")).immutable(old.at("volumeMode"));
        if (old.at("nodeAffinity").present()) {
            spec.at("nodeAffinity").shownAt(FieldPath.of("nodeAffinity")).immutable(old.at("nodeAffinity"));
        }
        FieldView attributes = spec.at("volumeAttributesClassName");
        if (old.at("volumeAttributesClassName").present() && !attributes.present()) {
            attributes.forbidden("update from non-nil value to nil is forbidden");
        }
    }

    private static Map<String, @Nullable Object> source(FieldView spec) {
        var source = new LinkedHashMap<String, @Nullable Object>();
        spec.entries().forEach((field, value) -> {
            if (!NO_SOURCES.contains(field) && value.present()) {
                source.put(field, ApiObject.copy(value.value()));
            }
        });
        return source;
    }

    /** Writing the status: when the phase changed is noted. */
    static final class Status extends CheckedStatus {

        private final InstantSource clock;

        Status(InstantSource clock) {
            super(Status::versioned);
            this.clock = clock;
        }

        private static void versioned(FieldView volume) {
            if (volume.at("metadata", "resourceVersion").isEmpty()) {
                volume.at("resourceVersion").required("");
            }
        }

        @Override
        public void prepareForUpdate(ApiObject object, ApiObject old) {
            super.prepareForUpdate(object, old);
            String time = object.textAt("status", "lastPhaseTransitionTime");
            boolean moved = !object.textAt("status", "phase").equals(old.textAt("status", "phase"));
            if (moved && Objects.equals(time, old.textAt("status", "lastPhaseTransitionTime"))) {
                touch(object, clock);
            }
        }
    }
}
