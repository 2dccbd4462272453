package mortise.group.apps;

import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.workload.PodTemplates;

/** Checks that the workloads of this group share. */
final class Templates {

    private Templates() {
    }

    /**
     * Checks a selector and the template whose pods it must find.
     *
     * @param kind the workload's kind, for messages
     * @param emptyKind the kind that the message about an empty selector names
     */
    static void validate(FieldView spec, String kind, String emptyKind) {
        FieldView selector = spec.at("selector");
        FieldView template = spec.at("template");
        int before = selector.errors().size();
        if (!selector.present()) {
            selector.required("");
            // No selector finds nothing, not everything.
            template.at("metadata", "labels").invalid("`selector` does not match template `labels`");
        } else {
            LabelSelectors.validate(selector);
            if (selector.errors().size() > before) {
                selector.invalid("invalid label selector");
                return;
            }
            if (LabelSelectors.isEmpty(selector)) {
                selector.invalid("empty selector is invalid for " + emptyKind);
            }
            PodTemplates.matches(template, selector);
        }
        PodTemplates.validate(template);
        if (spec.at("replicas").number(0) > 1) {
            PodTemplates.readOnlyDisks(template);
        }
        PodTemplates.alwaysRestarting(template, kind);
    }
}
