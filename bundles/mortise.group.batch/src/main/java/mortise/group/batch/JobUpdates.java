package mortise.group.batch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mortise.api.ApiObject;
import mortise.core.schema.FieldView;
import mortise.core.workload.InternalForm;
import org.jspecify.annotations.Nullable;

/** What may change of a job's spec. */
final class JobUpdates {

    private static final List<String> SCHEDULING = List.of("nodeSelector", "tolerations", "schedulingGates");

    private JobUpdates() {
    }

    /** Checks a change of a job. */
    static void validate(FieldView job, FieldView oldJob) {
        FieldView spec = job.at("spec");
        FieldView old = oldJob.at("spec");
        completions(spec, old);
        spec.at("selector").immutable(old.at("selector"));
        boolean waiting = old.at("suspend").flag() && !oldJob.at("status", "startTime").present();
        template(spec.at("template"), old.at("template"), waiting);
        spec.at("completionMode").immutable(old.at("completionMode"));
        FieldView failure = spec.at("podFailurePolicy");
        failure.immutable(old.at("podFailurePolicy"), Shown.failurePolicy(failure));
        spec.at("backoffLimitPerIndex").immutable(old.at("backoffLimitPerIndex"));
        spec.at("managedBy").immutable(old.at("managedBy"));
        FieldView success = spec.at("successPolicy");
        success.immutable(old.at("successPolicy"), Shown.successPolicy(success));
    }

    /** Indexed jobs can grow and shrink as long as all their pods run at once. */
    private static void completions(FieldView spec, FieldView old) {
        FieldView completions = spec.at("completions");
        if (!spec.at("completionMode").isOneOf(JobSpecs.INDEXED)) {
            completions.immutable(old.at("completions"));
        } else if (completions.present() && !completions.sameAs(old.at("completions"))
                && !completions.sameAs(spec.at("parallelism"))) {
            completions.invalid("can only be modified in tandem with " + spec.at("parallelism").path());
        }
    }

    /** Where the pods of a job that never ran will run may still be decided. */
    private static void template(FieldView template, FieldView old, boolean waiting) {
        FieldView metadata = template.at("metadata");
        Map<String, @Nullable Object> oldMetadata = copy(old.at("metadata"));
        Map<String, @Nullable Object> oldSpec = copy(old.at("spec"));
        if (waiting) {
            put(oldMetadata, "labels", metadata.at("labels"));
            put(oldMetadata, "annotations", metadata.at("annotations"));
            FieldView spec = template.at("spec");
            SCHEDULING.forEach(field -> put(oldSpec, field, spec.at(field)));
            affinity(oldSpec, spec.at("affinity"));
            resources(oldSpec, spec);
        }
        if (!same(metadata, oldMetadata)) {
            metadata.invalid(metadata.present() ? metadata.value() : Map.of(), "field is immutable");
        }
        FieldView spec = template.at("spec");
        if (!same(spec, oldSpec)) {
            spec.invalid(InternalForm.podSpec(spec.value()), "field is immutable");
        }
    }

    private static void affinity(Map<String, @Nullable Object> oldSpec, FieldView now) {
        Map<String, @Nullable Object> old = struct(oldSpec.get("affinity"));
        put(old, "nodeAffinity", now.at("nodeAffinity"));
        if (!now.present() && old.isEmpty()) {
            oldSpec.remove("affinity");
        } else if (now.present() || oldSpec.get("affinity") != null) {
            oldSpec.put("affinity", old);
        }
    }

    private static void resources(Map<String, @Nullable Object> oldSpec, FieldView spec) {
        for (String list : List.of("initContainers", "containers")) {
            List<FieldView> now = spec.at(list).items();
            if (oldSpec.get(list) instanceof List<?> containers && containers.size() == now.size()) {
                for (int index = 0; index < now.size(); index++) {
                    amounts(struct(containers.get(index)), now.get(index).at("resources"));
                }
            }
        }
    }

    private static void amounts(Map<String, @Nullable Object> container, FieldView now) {
        Map<String, @Nullable Object> resources = struct(container.get("resources"));
        put(resources, "limits", now.at("limits"));
        put(resources, "requests", now.at("requests"));
        if (!resources.isEmpty() || now.present()) {
            container.put("resources", resources);
        } else {
            container.remove("resources");
        }
    }

    private static boolean same(FieldView now, Map<String, @Nullable Object> old) {
        return Objects.equals(now.present() ? now.value() : Map.of(), old);
    }

    private static void put(Map<String, @Nullable Object> struct, String field, FieldView value) {
        if (value.present()) {
            struct.put(field, value.value());
        } else {
            struct.remove(field);
        }
    }

    private static Map<String, @Nullable Object> copy(FieldView view) {
        return struct(ApiObject.copy(view.value()));
    }

    @SuppressWarnings("unchecked") // The keys of a tree are texts.
    private static Map<String, @Nullable Object> struct(@Nullable Object value) {
        return value instanceof Map ? (Map<String, @Nullable Object>) value : new LinkedHashMap<>();
    }
}
