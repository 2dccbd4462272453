package mortise.group.resource;

import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** Selectors of devices. An expression that is stored already is not looked at again. */
final class Selectors {

    private static final int MAX = 32;
    private static final int EXPRESSION_BYTES_MAX = 10 * 1024;

    private Selectors() {
    }

    /** Checks a list of selectors; {@code stored} says whether the same list was there before. */
    static void validate(FieldView selectors, boolean stored) {
        Lists.each(selectors, MAX, selector -> {
            FieldView cel = selector.at("cel");
            if (!cel.present()) {
                cel.required("");
            } else if (!stored) {
                expression(cel.at("expression"));
            }
        });
    }

    private static void expression(FieldView expression) {
        if (Names.bytes(expression.text()) > EXPRESSION_BYTES_MAX) {
            expression.tooLong(EXPRESSION_BYTES_MAX);
        } else {
            DeviceExpressions.validate(expression);
        }
    }
}
