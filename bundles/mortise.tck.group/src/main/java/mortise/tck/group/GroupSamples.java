package mortise.tck.group;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import org.jspecify.annotations.Nullable;

/** Objects of a group, written as JSON with single quotes, as the server sees them: pruned and with defaults. */
public final class GroupSamples {

    private final List<ResourceDefinition> resources;

    /** Makes objects of a group. */
    public GroupSamples(ApiGroup group) {
        resources = group.resources();
    }

    /** Returns the resources of the group. */
    public List<ResourceDefinition> resources() {
        return resources;
    }

    /** Returns a resource of the group by its plural name. */
    public ResourceDefinition resource(String plural) {
        return resources.stream().filter(resource -> resource.plural().equals(plural)).findFirst().orElseThrow();
    }

    /** Returns a new object named {@code a}, with the fields of the JSON struct. */
    public ApiObject object(String plural, String json) {
        return named(plural, "a", json);
    }

    /** Returns a new object with a name and the fields of the JSON struct. */
    public ApiObject named(String plural, String name, String json) {
        ApiObject object = raw(json);
        object.metadata().setName(name);
        ObjectSchema schema = resource(plural).versions().get(0).schema();
        schema.prune(object);
        schema.applyDefaults(object);
        return object;
    }

    /** Returns an object with nothing but the fields of the JSON struct. */
    public static ApiObject raw(String json) {
        return new ApiObject(struct(json.replace('\'', '"')));
    }

    /** Returns what is wrong with an object when it is created. */
    public List<String> faults(String plural, String json) {
        return faults(plural, object(plural, json));
    }

    /** Returns what is wrong with an object when it is created. */
    public List<String> faults(String plural, ApiObject object) {
        resource(plural).strategy().prepareForCreate(object);
        return texts(resource(plural).strategy().validate(object, Optional.empty()));
    }

    /** Returns what is wrong with an object when it replaces another. */
    public List<String> faults(String plural, ApiObject object, ApiObject old) {
        resource(plural).strategy().prepareForUpdate(object, old.deepCopy());
        return texts(resource(plural).strategy().validate(object, Optional.of(old)));
    }

    /** Returns errors as the message of a status shows them. */
    public static List<String> texts(List<FieldError> errors) {
        return errors.stream().map(FieldError::toString).toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> struct(String json) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(JsonText.parse(json));
    }
}
