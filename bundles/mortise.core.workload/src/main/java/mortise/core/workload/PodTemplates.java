package mortise.core.workload;

import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;

/** Validation of {@code core.v1.PodTemplateSpec}. */
public final class PodTemplates {

    private PodTemplates() {
    }

    /** Checks a template after its defaults have been applied. */
    public static void validate(FieldView template) {
        FieldView metadata = template.at("metadata");
        FieldView spec = template.at("spec");
        validateMetadata(template);
        PodSpecs.validate(spec, PodSpecs.Options.TEMPLATE);
        PodAnnotations.matchSeccomp(metadata.at("annotations"), spec);
        if (!spec.at("ephemeralContainers").isEmpty()) {
            spec.at("ephemeralContainers").forbidden("ephemeral containers not allowed in pod template");
        }
    }

    /** Checks the labels and annotations of a template only, where volumes are added to its pods later. */
    public static void validateMetadata(FieldView template) {
        FieldView metadata = template.at("metadata");
        LabelSelectors.labels(metadata.at("labels"));
        Checks.annotations(metadata.at("annotations"));
        PodAnnotations.validate(metadata.at("annotations"), template.at("spec"));
    }

    /** Checks that the labels of a template match a selector that is not empty. */
    public static void matches(FieldView template, FieldView selector) {
        FieldView labels = template.at("metadata", "labels");
        if (!LabelSelectors.isEmpty(selector) && !LabelSelectors.matches(selector, labels.textMap())) {
            labels.invalid("`selector` does not match template `labels`");
        }
    }

    /** Checks that pods of a template always restart and have no deadline. */
    public static void alwaysRestarting(FieldView template, String kind) {
        FieldView spec = template.at("spec");
        if (!spec.at("restartPolicy").isOneOf("Always")) {
            spec.at("restartPolicy").notSupported("Always");
        }
        if (spec.has("activeDeadlineSeconds")) {
            spec.at("activeDeadlineSeconds").forbidden("activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    /** Checks the volumes of a template for several pods: disks that can only be written by one must be read-only. */
    public static void readOnlyDisks(FieldView template) {
        FieldView volumes = template.at("spec", "volumes");
        for (FieldView volume : volumes.items()) {
            FieldView disk = volume.at("gcePersistentDisk");
            if (disk.present() && !disk.at("readOnly").flag()) {
                disk.at("readOnly").invalid(false,
                        "must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it"
                        + " is read-only");
            }
        }
    }
}
