package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** What config maps and secrets have in common: how much they hold, and that they can be sealed. */
class DataStrategy implements ResourceStrategy {

    /** Bytes of all values of one object. */
    static final int BYTES_MAX = 1024 * 1024;

    private static final String IMMUTABLE = "immutable";

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        if (size(object) > BYTES_MAX) {
            // The path is that of the whole object, in the form that clients have always been shown.
            errors.add(new FieldError(FieldError.Type.TOO_LONG, "[]",
                    "Too long: may not be more than " + BYTES_MAX + " bytes"));
        }
        if (old.isPresent() && Boolean.TRUE.equals(old.get().tree().get(IMMUTABLE))) {
            checkSealed(object, old.get(), errors);
        }
        return errors;
    }

    private static void checkSealed(ApiObject object, ApiObject old, List<FieldError> errors) {
        for (String field : List.of(IMMUTABLE, "data", "binaryData")) {
            if (!Objects.equals(object.tree().get(field), old.tree().get(field))) {
                errors.add(FieldError.forbidden(FieldPath.of(field), "field is immutable when `immutable` is set"));
            }
        }
    }

    private static long size(ApiObject object) {
        boolean secret = object.kind().equals("Secret");
        return bytes(object.tree().get("data"), secret) + bytes(object.tree().get("binaryData"), true);
    }

    private static long bytes(@Nullable Object entries, boolean base64) {
        long bytes = 0;
        if (entries instanceof Map<?, ?> map) {
            for (Object value : map.values()) {
                String text = (String) value;
                bytes += base64 ? decoded(text) : encoded(text);
            }
        }
        return bytes;
    }

    private static long decoded(String base64) {
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        return base64.length() / 4 * 3L - padding;
    }

    /** Returns how long the text is in UTF-8, of which each half of a surrogate pair makes two bytes. */
    private static long encoded(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
