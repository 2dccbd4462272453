package mortise.core.workload;

import mortise.core.schema.FieldView;

/** Validation of {@code core.v1.Pod} beside its metadata, which the registry checks for all kinds. */
public final class Pods {

    private Pods() {
    }

    /** Checks a pod that is to be created, after its defaults have been applied. */
    public static void validateCreate(FieldView pod) {
        validate(pod);
        FieldView annotations = pod.at("metadata", "annotations");
        FieldView spec = pod.at("spec");
        if (!spec.at("ephemeralContainers").isEmpty()) {
            spec.at("ephemeralContainers").forbidden("cannot be set on create");
        }
        if (!spec.at("nodeName").isEmpty() && !spec.at("schedulingGates").isEmpty()) {
            spec.at("nodeName").forbidden("cannot be set until all schedulingGates have been cleared");
        }
        PodAnnotations.matchSeccomp(annotations, spec);
        PodAnnotations.matchAppArmor(annotations, spec);
    }

    /** Checks what always holds for a pod, new or changed. */
    static void validate(FieldView pod) {
        FieldView spec = pod.at("spec");
        PodAnnotations.validate(pod.at("metadata", "annotations"), spec);
        PodSpecs.validate(spec, PodSpecs.Options.ofPod(pod.at("metadata", "name").text()));
        if (spec.at("serviceAccountName").isEmpty()) {
            tokensWithoutAccount(spec);
        }
        spec.at("containers").items().forEach(Containers::imageWithoutSpace);
        spec.at("initContainers").items().forEach(Containers::imageWithoutSpace);
    }

    private static void tokensWithoutAccount(FieldView spec) {
        for (FieldView volume : spec.at("volumes").items()) {
            for (FieldView source : volume.at("projected", "sources").items()) {
                FieldView token = source.at("serviceAccountToken");
                if (token.present()) {
                    token.forbidden("must not be specified when serviceAccountName is not set");
                }
            }
        }
    }
}
