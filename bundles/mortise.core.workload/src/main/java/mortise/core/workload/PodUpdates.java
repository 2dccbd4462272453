package mortise.core.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.JsonStruct;
import mortise.core.schema.FieldView;
import org.jspecify.annotations.Nullable;

/** What may change of a pod. Each method checks the new pod, and the change; metadata is the registry's. */
public final class PodUpdates {

    private static final String ONLY = "pod updates may not change fields other than `spec.containers[*].image`,"
            + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to"
            + " existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was"
            + " previously negative)\n";

    private PodUpdates() {
    }

    /** Checks a change of the pod itself. A specification that nobody looked into was checked when it was stored. */
    public static void validate(FieldView pod, FieldView old) {
        FieldView spec = pod.at("spec");
        FieldView oldSpec = old.at("spec");
        boolean kept = JsonStruct.areUnread(spec.value(), oldSpec.value());
        if (kept) {
            PodAnnotations.validate(pod.at("metadata", "annotations"), spec);
        } else {
            Pods.validate(pod);
        }
        PodAnnotations.validateUpdate(pod.at("metadata", "annotations"), old.at("metadata", "annotations"));
        if (kept) {
            return;
        }
        if (!images(spec.at("containers"), oldSpec.at("containers"))
                || !images(spec.at("initContainers"), oldSpec.at("initContainers"))
                || !deadline(spec.at("activeDeadlineSeconds"), oldSpec.at("activeDeadlineSeconds"))) {
            return;
        }
        tolerations(spec.at("tolerations"), oldSpec.at("tolerations"));
        gates(spec.at("schedulingGates"), oldSpec.at("schedulingGates"));
        if (!spec.sameAs(oldSpec)) {
            rest(spec, oldSpec);
        }
    }

    private static boolean images(FieldView containers, FieldView old) {
        if (containers.size() != old.size()) {
            containers.forbidden("pod updates may not add or remove containers");
            return false;
        }
        for (FieldView container : containers.items()) {
            container.at("image").requireText();
            Containers.imageWithoutSpace(container);
        }
        return true;
    }

    private static boolean deadline(FieldView deadline, FieldView old) {
        long seconds = deadline.number(0);
        if (!deadline.present()) {
            if (old.present()) {
                deadline.invalid("must not update from a positive integer to nil value");
            }
            return true;
        }
        if (seconds < 0 || seconds > Integer.MAX_VALUE) {
            deadline.inRange(0, Integer.MAX_VALUE);
            return false;
        }
        if (old.present() && old.number(0) < seconds) {
            deadline.invalid("must be less than or equal to previous value");
            return false;
        }
        return true;
    }

    private static void tolerations(FieldView tolerations, FieldView old) {
        List<Map<String, @Nullable Object>> now = tolerations.items().stream().map(PodUpdates::withoutSeconds).toList();
        for (FieldView toleration : old.items()) {
            if (!now.contains(withoutSeconds(toleration))) {
                tolerations.forbidden("existing toleration can not be modified except its tolerationSeconds");
                return;
            }
        }
        Scheduling.tolerations(tolerations);
    }

    private static Map<String, @Nullable Object> withoutSeconds(FieldView toleration) {
        Map<String, @Nullable Object> fields = copy(toleration);
        fields.remove("tolerationSeconds");
        return fields;
    }

    private static void gates(FieldView gates, FieldView old) {
        Set<String> before = Set.copyOf(old.items().stream().map(gate -> gate.at("name").text()).distinct().toList());
        for (FieldView gate : gates.items()) {
            FieldView name = gate.at("name");
            if (!before.contains(name.text())) {
                name.forbidden("only deletion is allowed, but found new scheduling gate '" + name.text() + "'");
            }
        }
    }

    /** Compares what is left when everything that may change is as it was. */
    private static void rest(FieldView spec, FieldView old) {
        Map<String, @Nullable Object> left = copy(spec);
        for (String list : List.of("containers", "initContainers")) {
            keepImages(left.get(list), old.at(list).value());
        }
        for (String field : List.of("activeDeadlineSeconds", "schedulingGates", "tolerations")) {
            put(left, field, old.at(field).value());
        }
        if (old.at("terminationGracePeriodSeconds").number(0) < 0
                && Objects.equals(left.get("terminationGracePeriodSeconds"), 1L)) {
            left.put("terminationGracePeriodSeconds", old.at("terminationGracePeriodSeconds").value());
        }
        if (!old.at("schedulingGates").isEmpty()) {
            gated(left, spec, old);
        }
        if (!Objects.equals(left, old.value())) {
            spec.forbidden(ONLY + StructDiff.of(InternalForm.podSpec(old.value()), InternalForm.podSpec(left)));
        }
    }

    private static void gated(Map<String, @Nullable Object> left, FieldView spec, FieldView old) {
        FieldView selector = spec.at("nodeSelector");
        if (!selector.sameAs(old.at("nodeSelector"))) {
            Affinities.onlyAdded(selector, old.at("nodeSelector"));
            put(left, "nodeSelector", old.at("nodeSelector").value());
        }
        FieldView affinity = spec.at("affinity", "nodeAffinity");
        FieldView oldAffinity = old.at("affinity", "nodeAffinity");
        if (affinity.sameAs(oldAffinity)) {
            return;
        }
        Affinities.onlyNarrowed(affinity, oldAffinity);
        Map<String, @Nullable Object> all = copy(spec.at("affinity"));
        put(all, "nodeAffinity", oldAffinity.value());
        put(left, "affinity", all.isEmpty() && !old.has("affinity") ? null : all);
    }

    private static void keepImages(@Nullable Object now, @Nullable Object old) {
        if (now instanceof List<?> list && old instanceof List<?> before) {
            for (int index = 0; index < list.size(); index++) {
                Object image = before.get(index) instanceof Map<?, ?> container ? container.get("image") : null;
                put(struct(list.get(index)), "image", image);
            }
        }
    }

    private static void put(Map<String, @Nullable Object> struct, String field, @Nullable Object value) {
        if (value == null) {
            struct.remove(field);
        } else {
            struct.put(field, value);
        }
    }

    private static Map<String, @Nullable Object> copy(FieldView view) {
        return view.present() ? struct(ApiObject.copy(view.value())) : new LinkedHashMap<>();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> struct(@Nullable Object value) {
        return value instanceof Map ? (Map<String, @Nullable Object>) value : new LinkedHashMap<>();
    }

    /** Checks a change through {@code /ephemeralcontainers}: the containers there were stay as they were. */
    public static void validateEphemeralContainers(FieldView pod, FieldView old) {
        if (refusesMirror(pod, old, "static pods do not support ephemeral containers")) {
            return;
        }
        Pods.validate(pod);
        PodAnnotations.validateUpdate(pod.at("metadata", "annotations"), old.at("metadata", "annotations"));
        FieldView containers = pod.at("spec", "ephemeralContainers");
        Map<String, FieldView> byName = new HashMap<>();
        containers.items().forEach(container -> byName.put(container.at("name").text(), container));
        for (FieldView was : old.at("spec", "ephemeralContainers").items()) {
            String name = was.at("name").text();
            FieldView now = byName.get(name);
            if (now == null) {
                containers.forbidden("existing ephemeral containers \"" + name + "\" may not be removed\n");
            } else if (!now.sameAs(was)) {
                containers.forbidden("existing ephemeral containers \"" + name + "\" may not be changed\n"
                        + StructDiff.of(InternalForm.show("EphemeralContainer", was.value()),
                                InternalForm.show("EphemeralContainer", now.value())));
            }
        }
    }

    private static boolean refusesMirror(FieldView pod, FieldView old, String why) {
        boolean mirror = old.at("metadata", "annotations").entry(PodAnnotations.MIRROR).present();
        if (mirror) {
            pod.forbidden(why);
        }
        return mirror;
    }

    /** Checks a change through {@code /resize}: only what containers request of processors and memory. */
    public static void validateResize(FieldView pod, FieldView old) {
        if (refusesMirror(pod, old, "static pods cannot be resized")) {
            return;
        }
        if (old.at("spec", "os", "name").isOneOf("windows")) {
            pod.forbidden("windows pods cannot be resized");
            return;
        }
        Pods.validate(pod);
        FieldView spec = pod.at("spec");
        FieldView oldSpec = old.at("spec");
        if (!PodSpecs.qosClass(spec).equals(PodSpecs.qosClass(oldSpec))) {
            spec.invalid(pod.at("status", "qosClass").text(), "Pod QOS Class may not change as a result of resizing");
        }
        if (!isResizable(old)) {
            spec.forbidden("Pod running on node without support for resize");
        }
        int before = pod.errors().size();
        resized(spec, oldSpec);
        if (pod.errors().size() == before && !Objects.equals(withOldAmounts(spec, oldSpec), oldSpec.value())) {
            spec.forbidden("only cpu and memory resources are mutable");
        }
    }

    private static boolean isResizable(FieldView pod) {
        for (FieldView status : pod.at("status", "containerStatuses").items()) {
            if (status.at("state", "running").present()) {
                return status.has("resources");
            }
        }
        return true;
    }

    private static void resized(FieldView spec, FieldView old) {
        for (String list : List.of("initContainers", "containers")) {
            List<FieldView> before = old.at(list).items();
            List<FieldView> now = spec.at(list).items();
            for (int index = 0; index < Math.min(before.size(), now.size()); index++) {
                boolean runs = list.equals("containers") || before.get(index).at("restartPolicy").isOneOf("Always");
                if (runs) {
                    kept(now.get(index).at("resources"), before.get(index).at("resources"));
                } else if (!now.get(index).sameAs(before.get(index))) {
                    spec.forbidden("resources for non-sidecar init containers are immutable");
                }
            }
        }
    }

    private static void kept(FieldView resources, FieldView old) {
        for (String list : List.of("requests", "limits")) {
            Set<String> names = resources.at(list).entries().keySet();
            if (!names.containsAll(old.at(list).entries().keySet())) {
                resources.at(list).forbidden("resource " + list + " cannot be removed");
            }
        }
    }

    private static Map<String, @Nullable Object> withOldAmounts(FieldView spec, FieldView old) {
        Map<String, @Nullable Object> left = copy(spec);
        for (String list : List.of("initContainers", "containers")) {
            List<Object> now = left.get(list) instanceof List<?> items ? new ArrayList<>(items) : List.of();
            List<FieldView> before = old.at(list).items();
            for (int index = 0; index < Math.min(now.size(), before.size()); index++) {
                oldAmounts(struct(now.get(index)), before.get(index));
            }
        }
        return left;
    }

    private static void oldAmounts(Map<String, @Nullable Object> container, FieldView old) {
        Map<String, @Nullable Object> resources = struct(container.get("resources"));
        for (String list : List.of("requests", "limits")) {
            FieldView before = old.at("resources", list);
            Map<String, @Nullable Object> amounts = struct(resources.get(list));
            for (String name : List.of("cpu", "memory")) {
                put(amounts, name, before.entry(name).value());
            }
            put(resources, list, amounts.isEmpty() ? before.value() : amounts);
        }
        put(container, "resizePolicy", old.at("resizePolicy").value());
    }
}
