package mortise.group.storage;

import java.util.Locale;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;

/** Checks that the kinds of this group share. */
final class Drivers {

    private static final int NAME_BYTES_MAX = 63;
    private static final int PARAMETERS_MAX = 512;
    private static final int PARAMETER_BYTES_MAX = 256 * 1024;

    private Drivers() {
    }

    /** Checks the name of a driver: a subdomain in whatever case. */
    static void name(FieldView driver) {
        String name = driver.text();
        if (name.isEmpty()) {
            driver.required("");
            return;
        }
        if (name.length() > NAME_BYTES_MAX) {
            driver.tooLong(NAME_BYTES_MAX);
        }
        Syntax.subdomain(name.toLowerCase(Locale.ROOT)).ifPresent(driver::invalid);
    }

    /** Checks that parameters have keys, and are neither too many nor too large. */
    static void parameters(FieldView parameters, boolean needed) {
        if (parameters.size() > PARAMETERS_MAX) {
            parameters.tooLong(PARAMETERS_MAX);
            return;
        }
        if (needed && parameters.size() == 0) {
            parameters.required("must contain at least one key/value pair");
        }
        long bytes = 0;
        for (var parameter : parameters.textMap().entrySet()) {
            if (parameter.getKey().isEmpty()) {
                parameters.invalid(parameter.getKey(), "field can not be empty.");
            }
            bytes += parameter.getKey().length() + parameter.getValue().length();
        }
        if (bytes > PARAMETER_BYTES_MAX) {
            parameters.tooLong(PARAMETER_BYTES_MAX);
        }
    }
}
