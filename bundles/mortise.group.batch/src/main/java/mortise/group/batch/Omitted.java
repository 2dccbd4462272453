package mortise.group.batch;

import mortise.api.FieldError;
import mortise.core.schema.FieldView;

/** Findings whose message does not show the value. */
final class Omitted {

    private Omitted() {
    }

    /** Reports that a value is wrong without showing it. */
    static void invalid(FieldView view, String detail) {
        shown(view, "", detail);
    }

    /** Reports that a value is wrong and shows a text as it is, without quotes. */
    static void shown(FieldView view, String value, String detail) {
        String body = value.isEmpty() ? detail : value + ": " + detail;
        view.report(new FieldError(FieldError.Type.INVALID, view.path().toString(), "Invalid value: " + body));
    }
}
