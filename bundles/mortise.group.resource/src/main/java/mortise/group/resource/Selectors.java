package mortise.group.resource;

import mortise.core.schema.FieldView;
import mortise.core.schema.Names;

/** Selectors of devices. Their expressions are not compiled here. */
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
            } else if (!stored && Names.bytes(cel.at("expression").text()) > EXPRESSION_BYTES_MAX) {
                cel.at("expression").tooLong(EXPRESSION_BYTES_MAX);
            }
        });
    }
}
