package mortise.group.core;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import mortise.api.ApiObject;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.MalformedBodyException;
import mortise.core.schema.FieldView;

/** Secrets: {@code stringData} can only be written and ends up in {@code data}; some types promise certain keys. */
final class SecretStrategy extends DataStrategy {

    private static final String STRING_DATA = "stringData";
    private static final String REDACTED = "<secret contents redacted>";

    private final String labelDomain;

    SecretStrategy(String labelDomain) {
        this.labelDomain = labelDomain;
    }

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
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        if (!(labelDomain + "/tls").equals(object.textAt("type"))) {
            return List.of();
        }
        byte[] certificate = Base64.getDecoder().decode(object.textAt("data", "tls.crt"));
        byte[] key = Base64.getDecoder().decode(object.textAt("data", "tls.key"));
        return TlsPair.fault(certificate, key).map(List::of).orElse(List.of());
    }

    @Override
    void validateChange(FieldView root, FieldView old) {
        root.at("type").immutable(old.at("type"));
        super.validateChange(root, old);
    }

    @Override
    void validate(FieldView root) {
        FieldView data = root.at("data");
        data.entries().forEach(DataStrategy::key);
        if (decoded(data) > BYTES_MAX) {
            data.tooLong(BYTES_MAX);
        }
        String type = root.at("type").text();
        if (!type.startsWith(labelDomain + "/")) {
            return;
        }
        switch (type.substring(labelDomain.length() + 1)) {
            case "service-account-token" ->
                root.at("metadata", "annotations").entry(labelDomain + "/service-account.name").requireText();
            case "dockercfg" -> json(data.entry(".dockercfg"));
            case "dockerconfigjson" -> json(data.entry(".dockerconfigjson"));
            case "basic-auth" -> eitherKey(data, List.of("username", "password"));
            case "ssh-auth" -> data.entry("ssh-privatekey").requireText();
            case "tls" -> List.of("tls.crt", "tls.key").forEach(key -> data.entry(key).requirePresent());
            default -> { }
        }
    }

    private static void eitherKey(FieldView data, List<String> keys) {
        if (keys.stream().noneMatch(key -> data.entry(key).present())) {
            keys.forEach(key -> data.entry(key).required(""));
        }
    }

    /** What is wrong is told, but not what the value is. */
    private static void json(FieldView value) {
        if (!value.present()) {
            value.required("");
            return;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(value.text());
            Object decoded = JsonDecoder.decode(bytes, DecodeLimits.DEFAULT).value();
            if (decoded != null && !(decoded instanceof Map)) {
                value.invalid(REDACTED, "json: cannot unmarshal " + ApiObject.typeName(decoded)
                        + " into Go value of type map[string]interface {}");
            }
        } catch (MalformedBodyException broken) {
            value.invalid(REDACTED, String.valueOf(broken.getMessage()));
        }
    }
}
