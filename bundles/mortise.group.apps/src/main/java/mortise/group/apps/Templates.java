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
        FieldView template = spec.at("template");
        if (!selector(spec, emptyKind, "invalid label selector")) {
            return;
        }
        PodTemplates.validate(template);
        if (spec.at("replicas").number(0) > 1) {
            PodTemplates.readOnlyDisks(template);
        }
        PodTemplates.alwaysRestarting(template, kind);
    }

    /**
     * Checks a selector, and that it finds the pods of the template.
     *
     * @param emptyKind the kind that the message about an empty selector names
     * @param malformed what is said about a malformed selector as a whole
     * @return whether the selector is well-formed; the rest of the template is not looked at when it is not
     */
    static boolean selector(FieldView spec, String emptyKind, String malformed) {
        FieldView selector = spec.at("selector");
        FieldView template = spec.at("template");
        if (!selector.present()) {
            selector.required("");
            // No selector finds nothing, not everything.
            template.at("metadata", "labels").invalid("`selector` does not match template `labels`");
            return true;
        }
        int before = selector.errors().size();
        LabelSelectors.validate(selector);
        if (selector.errors().size() > before) {
            selector.invalid(malformed);
            return false;
        }
        if (LabelSelectors.isEmpty(selector)) {
            selector.invalid("empty selector is invalid for " + emptyKind);
        }
        PodTemplates.matches(template, selector);
        return true;
    }
}
