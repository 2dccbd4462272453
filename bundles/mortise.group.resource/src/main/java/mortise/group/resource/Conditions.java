package mortise.group.resource;

import java.util.HashSet;
import java.util.Set;
import mortise.core.schema.FieldView;

/** Validation of {@code meta.v1.Condition}. */
final class Conditions {

    private static final int REASON_BYTES_MAX = 1024;
    private static final int MESSAGE_BYTES_MAX = 32 * 1024;
    private static final String REASON = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";

    private Conditions() {
    }

    /** Checks a list of conditions. */
    static void validate(FieldView conditions) {
        Set<String> types = new HashSet<>();
        for (FieldView condition : conditions.items()) {
            FieldView type = condition.at("type");
            if (!types.add(type.text())) {
                type.duplicate();
            }
            type.qualifiedName();
            condition.at("status").oneOf("False", "True", "Unknown");
            FieldView generation = condition.at("observedGeneration");
            if (generation.number(0) < 0) {
                generation.invalid("must be greater than or equal to zero");
            }
            if (condition.at("lastTransitionTime").isEmpty()) {
                condition.at("lastTransitionTime").required("must be set");
            }
            reason(condition.at("reason"));
            condition.at("message").bytesAtMost(MESSAGE_BYTES_MAX);
        }
    }

    private static void reason(FieldView reason) {
        if (reason.isEmpty()) {
            reason.required("must be set");
            return;
        }
        if (!reason.text().matches(REASON)) {
            reason.invalid("a condition reason must start with alphabetic character, optionally followed by a string of"
                    + " alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g."
                    + " 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex"
                    + " used for validation is '" + REASON + "')");
        }
        reason.bytesAtMost(REASON_BYTES_MAX);
    }
}
