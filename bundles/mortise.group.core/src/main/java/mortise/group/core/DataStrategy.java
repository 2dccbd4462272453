package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.spi.group.ResourceStrategy;

/** Config maps, and what they have in common with secrets: how much they hold, and that they can be sealed. */
class DataStrategy implements ResourceStrategy {

    /** Bytes of all values of one object. */
    static final int BYTES_MAX = 1024 * 1024;

    private static final String SEALED = "field is immutable when `immutable` is set";

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        old.ifPresent(before -> validateChange(root, FieldView.root(before, errors)));
        validate(root);
        return errors;
    }

    /** Checks an object. */
    void validate(FieldView root) {
        Map<String, FieldView> binary = root.at("binaryData").entries();
        root.at("data").entries().forEach((key, value) -> {
            key(key, value);
            if (binary.containsKey(key)) {
                value.invalid(key, "duplicate of key present in binaryData");
            }
        });
        binary.forEach(DataStrategy::key);
        long bytes = root.at("data").entries().values().stream().mapToLong(text -> Names.bytes(text.text())).sum()
                + decoded(root.at("binaryData"));
        if (bytes > BYTES_MAX) {
            // The path is that of the whole object, in the form that clients have always been shown.
            root.shownAt(FieldPath.of("[]")).tooLong(BYTES_MAX);
        }
    }

    /** Checks what may not change. */
    void validateChange(FieldView root, FieldView old) {
        if (!old.at("immutable").flag()) {
            return;
        }
        if (!root.at("immutable").flag()) {
            root.at("immutable").forbidden(SEALED);
        }
        for (String field : List.of("data", "binaryData")) {
            boolean nothing = root.at(field).isEmpty() && old.at(field).isEmpty();
            if (!nothing && !root.at(field).sameAs(old.at(field))) {
                root.at(field).forbidden(SEALED);
            }
        }
    }

    /** Checks a key; {@code value} stands at its path. */
    static void key(String key, FieldView value) {
        Names.configKey(key).forEach(why -> value.invalid(key, why));
    }

    /** Returns how many bytes the values of a map are, which are base64. */
    static long decoded(FieldView map) {
        long bytes = 0;
        for (FieldView value : map.entries().values()) {
            String base64 = value.text();
            int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
            bytes += base64.length() / 4 * 3L - padding;
        }
        return bytes;
    }
}
