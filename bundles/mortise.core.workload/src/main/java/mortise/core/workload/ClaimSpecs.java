package mortise.core.workload;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import mortise.core.schema.Amounts;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;

/** The specs of claims for persistent volumes, wherever they stand. */
public final class ClaimSpecs {

    private static final String[] ACCESS_MODES =
            {"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"};
    private static final Set<String> TEMPLATE_METADATA = Set.of("annotations", "labels", "creationTimestamp");

    private ClaimSpecs() {
    }

    /** Checks a template of a claim: only labels and annotations, and a spec. */
    public static void validateTemplate(FieldView template) {
        FieldView metadata = template.at("metadata");
        Checks.annotations(metadata.at("annotations"));
        LabelSelectors.labels(metadata.at("labels"));
        for (String field : List.of("name", "generateName", "namespace", "selfLink", "uid", "resourceVersion",
                "generation", "deletionTimestamp", "deletionGracePeriodSeconds", "ownerReferences", "finalizers",
                "managedFields")) {
            FieldView value = metadata.at(field);
            if (!TEMPLATE_METADATA.contains(field) && !value.isEmpty() && !Objects.equals(value.value(), 0L)) {
                (field.equals("uid") ? metadata.at("uID") : value).forbidden("cannot be set");
            }
        }
        validate(template.at("spec"));
    }

    /** Checks a {@code core.v1.PersistentVolumeClaimSpec}. */
    public static void validate(FieldView spec) {
        FieldView modes = spec.at("accessModes");
        if (modes.isEmpty()) {
            modes.required("at least 1 access mode is required");
        }
        LabelSelectors.validate(spec.at("selector"));
        accessModes(modes);
        storage(spec);
        className(spec.at("storageClassName"));
        if (spec.has("volumeMode")) {
            spec.at("volumeMode").oneOf("Block", "Filesystem");
        }
        dataSources(spec);
        className(spec.at("volumeAttributesClassName"));
    }

    /** Checks the access modes of a claim or a volume. */
    public static void accessModes(FieldView modes) {
        boolean single = false;
        boolean other = false;
        for (FieldView mode : modes.items()) {
            mode.shownAt(modes.path()).oneOf(ACCESS_MODES);
            single |= mode.isOneOf("ReadWriteOncePod");
            other |= mode.isOneOf("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce");
        }
        if (single && other) {
            modes.forbidden("may not use ReadWriteOncePod with other access modes");
        }
    }

    private static void storage(FieldView spec) {
        FieldView storage = spec.at("resources", "requests", "storage")
                .shownAt(spec.at("resources").path().key("storage"));
        if (!storage.present()) {
            storage.required("");
        } else if (Amounts.of(storage.value()).signum() <= 0) {
            storage.invalid("must be greater than zero");
        }
    }

    private static void className(FieldView name) {
        if (!name.text().isEmpty()) {
            name.subdomain();
        }
    }

    private static void dataSources(FieldView spec) {
        FieldView source = spec.at("dataSource");
        FieldView reference = spec.at("dataSourceRef");
        dataSource(source);
        dataSource(reference);
        FieldView namespace = reference.at("namespace");
        if (!namespace.text().isEmpty()) {
            namespace.label();
            if (source.present()) {
                spec.invalid(source.path().toString(),
                        "may not be specified when dataSourceRef.namespace is specified");
            }
        } else if (source.present() && reference.present() && !(source.at("apiGroup").sameAs(reference.at("apiGroup"))
                && source.at("kind").sameAs(reference.at("kind"))
                && source.at("name").sameAs(reference.at("name")))) {
            spec.invalid(source.path().toString(), "must match dataSourceRef");
        }
    }

    private static void dataSource(FieldView source) {
        if (!source.present()) {
            return;
        }
        source.at("name").requireText();
        FieldView kind = source.at("kind").requireText();
        FieldView group = source.at("apiGroup");
        if (!group.text().isEmpty()) {
            group.subdomain();
        } else if (!kind.text().equals("PersistentVolumeClaim")) {
            source.invalid(kind.text(), "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
        }
    }
}
