package mortise.group.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;

/** Secrets: {@code stringData} can only be written and ends up in {@code data}. */
final class SecretStrategy extends DataStrategy {

    private static final String STRING_DATA = "stringData";

    @Override
    public void prepareForCreate(ApiObject object) {
        prepare(object);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        prepare(object);
    }

    private static void prepare(ApiObject object) {
        if (object.tree().remove(STRING_DATA) instanceof Map<?, ?> texts && !texts.isEmpty()) {
            Map<String, Object> data = new TreeMap<>();
            texts.forEach((key, text) -> data.put((String) key,
                    Base64.getEncoder().encodeToString(((String) text).getBytes(StandardCharsets.UTF_8))));
            object.structAt("data").putAll(data);
        }
        if (object.textAt("type").isEmpty()) {
            object.tree().put("type", "Opaque");
        }
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<>(super.validate(object, old));
        String type = object.textAt("type");
        if (old.isPresent() && !old.get().textAt("type").equals(type)) {
            errors.add(FieldError.invalid(FieldPath.of("type"), type, "field is immutable"));
        }
        return errors;
    }
}
