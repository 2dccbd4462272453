package mortise.group.admissionregistration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.spi.group.StatusStrategy;

/** What a controller says of a policy: which of its expressions do not fit the types that it matches. */
final class PolicyStatusStrategy extends StatusStrategy {

    private static final String REASON_TEXT = "[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?";
    private static final Pattern REASON = Pattern.compile(REASON_TEXT);
    private static final int REASON_BYTES_MAX = 1024;
    private static final int MESSAGE_BYTES_MAX = 32 * 1024;
    private static final String MUST_BE_SET = "must be set";

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView status = FieldView.root(object, errors).at("status");
        for (FieldView warning : status.at("typeChecking", "expressionWarnings").items()) {
            warning.at("warning").requireText();
            if (warning.at("fieldRef").text().isBlank()) {
                warning.at("fieldRef").required("");
            }
        }
        var types = new HashSet<String>();
        for (FieldView condition : status.at("conditions").items()) {
            condition(condition);
            if (!types.add(condition.at("type").text())) {
                condition.at("type").duplicate();
            }
        }
        return errors;
    }

    private static void condition(FieldView condition) {
        FieldView type = condition.at("type");
        if (type.isEmpty()) {
            type.required(MUST_BE_SET);
        } else {
            type.qualifiedName();
        }
        condition.at("status").oneOf("False", "True", "Unknown");
        if (condition.at("observedGeneration").number(0) < 0) {
            condition.at("observedGeneration").invalid("must be greater than or equal to zero");
        }
        if (condition.at("lastTransitionTime").isEmpty()) {
            condition.at("lastTransitionTime").required(MUST_BE_SET);
        }
        FieldView reason = condition.at("reason");
        if (reason.isEmpty()) {
            reason.required(MUST_BE_SET);
        } else if (Names.bytes(reason.text()) > REASON_BYTES_MAX) {
            reason.tooLong(REASON_BYTES_MAX);
        } else if (!REASON.matcher(reason.text()).matches()) {
            reason.invalid("a condition reason must start with alphabetic character, optionally followed by a string"
                    + " of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_' (e.g."
                    + " 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex"
                    + " used for validation is '" + REASON_TEXT + "')");
        }
        condition.at("message").bytesAtMost(MESSAGE_BYTES_MAX);
    }
}
