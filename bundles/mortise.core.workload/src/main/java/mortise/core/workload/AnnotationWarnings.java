package mortise.core.workload;

import java.util.List;
import mortise.core.schema.FieldView;

/** Warnings about annotations that stand for fields, of pods that do not have the fields. */
final class AnnotationWarnings {

    private AnnotationWarnings() {
    }

    static void seccomp(FieldView pod, List<String> warnings) {
        if (!PodAnnotations.mention(pod.at("metadata", "annotations"), PodAnnotations.SECCOMP)) {
            return;
        }
        FieldView spec = pod.at("spec");
        seccomp(pod, spec, PodAnnotations.SECCOMP_POD, warnings);
        for (FieldView container : Containers.all(spec)) {
            seccomp(pod, container, PodAnnotations.SECCOMP_CONTAINER + container.at("name").text(), warnings);
        }
    }

    private static void seccomp(FieldView pod, FieldView owner, String key, List<String> warnings) {
        FieldView annotation = pod.at("metadata", "annotations").entry(key);
        if (annotation.present() && !owner.at("securityContext", "seccompProfile").present()) {
            warnings.add(annotation.path() + ": non-functional in v1.27+; use the \"seccompProfile\" field instead");
        }
    }

    /** An annotation that says what the field of the whole pod says is as good as that. */
    static void appArmor(FieldView pod, List<String> warnings) {
        if (!PodAnnotations.mention(pod.at("metadata", "annotations"), PodAnnotations.APP_ARMOR)) {
            return;
        }
        FieldView ofPod = pod.at("spec", "securityContext", "appArmorProfile");
        for (FieldView container : Containers.all(pod.at("spec"))) {
            FieldView annotation = pod.at("metadata", "annotations")
                    .entry(PodAnnotations.APP_ARMOR + container.at("name").text());
            boolean field = container.at("securityContext", "appArmorProfile").present();
            if (annotation.present() && !field && !PodAnnotations.sameAppArmor(annotation.text(), ofPod)) {
                warnings.add(annotation.path()
                        + ": deprecated since v1.30; use the \"appArmorProfile\" field instead");
            }
        }
    }
}
