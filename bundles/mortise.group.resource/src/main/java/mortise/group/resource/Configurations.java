package mortise.group.resource;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;

/** What drivers are told about devices. */
final class Configurations {

    static final int MAX = 32;
    private static final int PARAMETERS_BYTES_MAX = 10 * 1024;

    private Configurations() {
    }

    /** Checks a configuration; {@code stored} says whether it was there before, when rules were different. */
    static void validate(FieldView configuration, boolean stored) {
        FieldView opaque = configuration.at("opaque");
        if (!opaque.present()) {
            opaque.required("");
            return;
        }
        DeviceNames.driver(opaque.at("driver"));
        data(opaque.at("parameters"), stored);
    }

    /** Checks data that only a driver understands: an object that is not too large. */
    static void data(FieldView data, boolean stored) {
        if (!data.present()) {
            data.required("");
        } else if (!stored && FieldError.show(data.value()).getBytes(StandardCharsets.UTF_8).length
                > PARAMETERS_BYTES_MAX) {
            data.tooLong(PARAMETERS_BYTES_MAX);
        } else if (!(data.value() instanceof Map)) {
            data.invalid("<value omitted>", "must be a valid JSON object");
        }
    }
}
