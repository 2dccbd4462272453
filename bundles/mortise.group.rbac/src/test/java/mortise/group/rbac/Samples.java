package mortise.group.rbac;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;

/** Objects written as JSON with single quotes, as the server sees them: pruned and with defaults. */
final class Samples {

    static final List<ResourceDefinition> RESOURCES =
            new RbacGroup(ServerNames.of("k8s.io", "kubernetes.io")).resources();

    private Samples() {
    }

    static ResourceDefinition resource(String plural) {
        return RESOURCES.stream().filter(resource -> resource.plural().equals(plural)).findFirst().orElseThrow();
    }

    /** Returns a new object named {@code a}, with the fields of the JSON struct. */
    static ApiObject object(String plural, String json) {
        return named(plural, "a", json);
    }

    static ApiObject named(String plural, String name, String json) {
        ApiObject object = raw(json);
        object.metadata().setName(name);
        ObjectSchema schema = resource(plural).versions().get(0).schema();
        schema.prune(object);
        schema.applyDefaults(object);
        return object;
    }

    /** Returns an object with nothing but the fields of the JSON struct. */
    static ApiObject raw(String json) {
        return new ApiObject(struct(json.replace('\'', '"')));
    }

    /** Returns what is wrong with an object when it is created. */
    static List<String> faults(String plural, String json) {
        return faults(plural, object(plural, json));
    }

    static List<String> faults(String plural, ApiObject object) {
        resource(plural).strategy().prepareForCreate(object);
        return texts(resource(plural).strategy().validate(object, Optional.empty()));
    }

    /** Returns what is wrong with an object when it replaces another. */
    static List<String> faults(String plural, ApiObject object, ApiObject old) {
        resource(plural).strategy().prepareForUpdate(object, old.deepCopy());
        return texts(resource(plural).strategy().validate(object, Optional.of(old)));
    }

    static List<String> texts(List<FieldError> errors) {
        return errors.stream().map(FieldError::toString).toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> struct(String json) {
        Object value = JsonDecoder.decode(json.getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT).value();
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }
}
