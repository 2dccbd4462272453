package mortise.core.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.Syntax;
import mortise.core.schema.AddressWarnings;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;

/** Warnings about pods and templates of pods that are valid, but will not do what they seem to say. */
public final class PodWarnings {

    /** Since when annotations mean nothing, in the order in which that is said. */
    private static final List<Map.Entry<String, String>> ANNOTATIONS = List.of(
            Map.entry("scheduler.alpha.kubernetes.io/critical-pod",
                    "v1.16+; use the \"priorityClassName\" field instead"),
            Map.entry("security.alpha.kubernetes.io/sysctls", "v1.11+; use the \"sysctls\" field instead"),
            Map.entry("security.alpha.kubernetes.io/unsafe-sysctls", "v1.11+; use the \"sysctls\" field instead"));
    private static final String SURPRISE =
            ", which can result in surprising behavior; a DNS label is recommended: [";

    private PodWarnings() {
    }

    /** Returns what to say of a pod that is to be created, after its defaults have been applied. */
    public static List<String> ofPod(FieldView pod) {
        var warnings = new ArrayList<String>();
        AnnotationWarnings.appArmor(pod, warnings);
        name(pod, "the Pod's hostname", warnings);
        common(pod, warnings);
        return warnings;
    }

    /** Returns what to say of a template, new or changed; nothing when there is none. */
    public static List<String> ofTemplate(FieldView template) {
        var warnings = new ArrayList<String>();
        if (template.present()) {
            AnnotationWarnings.appArmor(template, warnings);
            common(template, warnings);
        }
        return warnings;
    }

    /** Returns what to say of a new object by the name of which its pods will be called. */
    public static List<String> ofOwner(FieldView owner) {
        var warnings = new ArrayList<String>();
        name(owner, "Pod names and hostnames", warnings);
        return warnings;
    }

    /**
     * Returns what to say of a controller whose template stands at {@code spec.template}: of its name when it is new,
     * and of the template when what is wanted is new or changed.
     */
    public static List<String> ofController(ApiObject controller, Optional<ApiObject> old) {
        var warnings = new ArrayList<String>();
        FieldView root = FieldView.root(controller, new ArrayList<>());
        if (old.isEmpty()) {
            warnings.addAll(ofOwner(root));
        }
        if (isChanged(controller, old)) {
            warnings.addAll(ofTemplate(root.at("spec", "template")));
        }
        return warnings;
    }

    /** Says whether what is wanted of an object is new or changed. */
    public static boolean isChanged(ApiObject object, Optional<ApiObject> old) {
        return old.isEmpty() || object.metadata().generation() != old.get().metadata().generation();
    }

    private static void name(FieldView object, String use, List<String> warnings) {
        Syntax.label(object.at("metadata", "name").text()).ifPresent(why ->
                warnings.add("metadata.name: this is used in " + use + SURPRISE + why + "]"));
    }

    private static void common(FieldView pod, List<String> warnings) {
        FieldView spec = pod.at("spec");
        SchedulingWarnings.nodes(spec, warnings);
        FieldView annotations = pod.at("metadata", "annotations");
        for (Map.Entry<String, String> known : ANNOTATIONS) {
            if (annotations.has(known.getKey())) {
                warnings.add(annotations.path().key(known.getKey()) + ": non-functional in " + known.getValue());
            }
        }
        VolumeWarnings.add(spec.at("volumes"), warnings);
        lists(spec, warnings);
        bytes(spec.at("overhead"), "memory", warnings);
        bytes(spec.at("overhead"), "ephemeral-storage", warnings);
        AnnotationWarnings.seccomp(pod, warnings);
        ContainerWarnings.add(spec, warnings);
        if (spec.at("terminationGracePeriodSeconds").number(0) < 0) {
            warnings.add(spec.path().child("terminationGracePeriodSeconds")
                    + ": must be >= 0; negative values are invalid and will be treated as 1");
        }
        SchedulingWarnings.pods(spec.at("affinity"), warnings);
        spec.at("dnsConfig", "nameservers").items().forEach(server -> AddressWarnings.ip(server, warnings));
        spec.at("hostAliases").items().forEach(alias -> AddressWarnings.ip(alias.at("ip"), warnings));
    }

    private static void lists(FieldView spec, List<String> warnings) {
        duplicates(spec.at("hostAliases"), "ip", warnings);
        duplicates(spec.at("imagePullSecrets"), "name", warnings);
        for (FieldView secret : spec.at("imagePullSecrets").items()) {
            if (secret.at("name").isEmpty()) {
                warnings.add(secret.at("name").path() + ": invalid empty name \"\"");
            }
        }
    }

    private static void duplicates(FieldView list, String field, List<String> warnings) {
        Set<String> seen = new HashSet<>();
        for (FieldView item : list.items()) {
            String text = item.at(field).text();
            if (!seen.add(text)) {
                warnings.add(item.at(field).path() + ": duplicate " + field + " " + FieldError.show(text));
            }
        }
    }

    /** Warns of an amount of bytes that is no whole number. */
    static void bytes(FieldView amounts, String name, List<String> warnings) {
        if (!amounts.has(name)) {
            return;
        }
        FieldView amount = amounts.entry(name);
        if (!Amounts.isWhole(amount.value())) {
            warnings.add(amount.path() + ": fractional byte value " + FieldError.show(amount.text())
                    + " is invalid, must be an integer");
        }
    }
}
