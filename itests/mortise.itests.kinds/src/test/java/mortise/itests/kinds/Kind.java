package mortise.itests.kinds;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.schema.TypedSchema;
import mortise.spi.group.Field;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * A kind in one of its versions.
 *
 * @param group name of the group
 * @param resource what it belongs to
 * @param version the version
 */
record Kind(String group, ResourceDefinition resource, ResourceVersion version) {

    /** Returns group, version and kind. */
    GroupVersionKind name() {
        return new GroupVersion(group, version.name()).kind(resource.kind());
    }

    /** Returns the kind that stored objects are of. */
    GroupVersionKind storedName() {
        return resource.storedKind().orElse(
                new GroupVersion(group, resource.storageVersion()).kind(resource.kind()));
    }

    ObjectSchema schema() {
        return version.schema();
    }

    /** Returns the fields; built-in kinds have some. */
    StructType type() {
        return schema().type().orElseThrow(() -> new AssertionError("the fields of " + this + " are not known"));
    }

    /** Returns a random object as a client may send it: of the right types, but not in canonical form. */
    ApiObject sent(Random random) {
        ApiObject object = new ApiObject(new RandomTrees(random).object(type()));
        object.setKind(name());
        object.metadata().setName(Texts.name(random));
        if (resource.namespaced()) {
            object.metadata().setNamespace("default");
        }
        return object;
    }

    /** Returns a random object of which every part has been pruned, {@code metadata} included. */
    ApiObject pruned(Random random) {
        ApiObject object = sent(random);
        prune(object.tree(), type());
        return object;
    }

    /** Returns a random object with the fields that are always there, empty ones included. */
    ApiObject canonical(Random random) {
        ApiObject object = pruned(random);
        schema().complete(object);
        return object;
    }

    /** Prunes a whole tree: schemas leave metadata of objects to the core, but not that of structs inside. */
    static void prune(Map<String, @Nullable Object> tree, StructType type) {
        var outer = new LinkedHashMap<String, @Nullable Object>();
        outer.put("object", tree);
        StructType holder = StructType.of("Holder", List.of(Field.of("object", 1, ValueType.of(type))));
        try {
            List<String> unknown = new TypedSchema(holder, Map.of()).prune(new ApiObject(outer));
            if (!unknown.isEmpty()) {
                throw new AssertionError("the generator made unknown fields " + unknown);
            }
        } catch (ApiException refused) {
            throw new AssertionError("the generator made a wrong value: " + refused.status().message(), refused);
        }
    }

    @Override
    public String toString() {
        return name().toString();
    }
}
