package mortise.group.core;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.spi.group.ObjectSchema;
import org.jspecify.annotations.Nullable;

/** The shape of config maps and secrets: maps from keys to texts, some of them base64. */
final class DataSchema implements ObjectSchema {

    static final DataSchema CONFIG_MAP = new DataSchema("ConfigMap", Set.of("data"), Set.of("binaryData"), Set.of());
    static final DataSchema SECRET =
            new DataSchema("Secret", Set.of("stringData"), Set.of("data"), Set.of("type"));

    private static final Set<String> COMMON = Set.of("kind", "apiVersion", "metadata");

    private final String kind;
    private final Set<String> texts;
    private final Set<String> binaries;
    private final Set<String> plain;

    private DataSchema(String kind, Set<String> texts, Set<String> binaries, Set<String> plain) {
        this.kind = kind;
        this.texts = texts;
        this.binaries = binaries;
        this.plain = plain;
    }

    @Override
    public List<String> prune(ApiObject object) {
        var unknown = new ArrayList<String>();
        for (String field : List.copyOf(object.tree().keySet())) {
            Object value = object.tree().get(field);
            if (COMMON.contains(field)) {
                continue;
            }
            if (!known(field)) {
                unknown.add(field);
                object.tree().remove(field);
            } else if (value == null || value instanceof Map<?, ?> map && map.isEmpty()) {
                object.tree().remove(field);
            } else {
                check(field, value);
            }
        }
        return unknown;
    }

    private boolean known(String field) {
        return field.equals("immutable") || texts.contains(field) || binaries.contains(field) || plain.contains(field);
    }

    @SuppressWarnings("unchecked")
    private void check(String field, Object value) {
        if (field.equals("immutable")) {
            require(value instanceof Boolean, value, field, "bool");
        } else if (plain.contains(field)) {
            require(value instanceof String, value, field, "string");
        } else {
            boolean binary = binaries.contains(field);
            require(value instanceof Map, value, field, binary ? "map[string][]uint8" : "map[string]string");
            checkEntries(field, (Map<String, @Nullable Object>) value, binary);
        }
    }

    private void checkEntries(String field, Map<String, @Nullable Object> entries, boolean binary) {
        for (Map.Entry<String, @Nullable Object> entry : entries.entrySet()) {
            if (entry.getValue() == null) {
                entry.setValue("");
            }
            require(entry.getValue() instanceof String, entry.getValue(), field, binary ? "[]uint8" : "string");
            if (binary) {
                requireBase64((String) entry.getValue());
            }
        }
    }

    private static void requireBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException notBase64) {
            int at = 0;
            while (at < text.length() && isBase64(text.charAt(at))) {
                at++;
            }
            throw ApiException.badRequest("illegal base64 data at input byte " + at);
        }
    }

    private static boolean isBase64(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/';
    }

    private void require(boolean holds, @Nullable Object value, String field, String type) {
        if (!holds) {
            throw ApiException.badRequest("json: cannot unmarshal " + ApiObject.typeName(value)
                    + " into Go struct field " + kind + "." + field + " of type " + type);
        }
    }

    @Override
    public void applyDefaults(ApiObject object) {
        // The strategies of both kinds set the little there is.
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return List.of();
    }
}
