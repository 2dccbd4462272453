package mortise.group.apiextensions;

import java.util.List;
import java.util.Map;
import mortise.core.schema.FieldView;

/** What a schema must be besides structural: the supported part of OpenAPI, and the extensions of Kubernetes. */
final class SchemaRules {

    private static final List<String> META_FIELDS = List.of("metadata", "kind", "apiVersion");
    private static final List<String> NOT_SUPPORTED = List.of(
            "id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");
    private static final List<String> MAPS = List.of("patternProperties", "definitions");
    private static final List<String> LISTS = List.of("allOf", "oneOf", "anyOf");

    /**
     * Where a schema stands.
     *
     * @param root whether it is that of the whole object
     * @param meta whether it is inside of what describes the object, such as {@code metadata}
     * @param noDefaults why there may be no default; empty when there may be one
     */
    private record Place(boolean root, boolean meta, String noDefaults) {

        private static final Place INNER = new Place(false, false, "");

        private Place inner() {
            return root ? INNER : this;
        }

        /** Where a property of the schema stands. */
        private Place property(FieldView schema, String name) {
            if (!META_FIELDS.contains(name) || !root && !schema.at("x-kubernetes-embedded-resource").flag()) {
                return inner();
            }
            return new Place(false, true, root ? "in top-level " + name : noDefaults);
        }

        /** Where the values of a map stand. */
        private Place values() {
            return meta ? new Place(false, true, "inside additionalProperties applying to object metadata") : inner();
        }
    }

    private SchemaRules() {
    }

    static void validate(FieldView schema) {
        schema(schema, new Place(true, false, ""));
    }

    private static void schema(FieldView schema, Place place) {
        if (!(schema.value() instanceof Map)) {
            return;
        }
        supported(schema, place);
        if (schema.at("uniqueItems").flag()) {
            schema.at("uniqueItems").forbidden(
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        FieldView additional = schema.at("additionalProperties");
        if (!schema.at("properties").isEmpty() && additional.present() && !additional.flag()) {
            additional.forbidden("additionalProperties and properties are mutual exclusive");
        }
        schema(additional, place.values());
        schema.at("properties").entries().forEach(
                (name, property) -> schema(property, place.property(schema, name)));
        inner(schema, place.inner());
        SchemaExtensions.validate(schema);
    }

    private static void supported(FieldView schema, Place place) {
        FieldView type = schema.at("type");
        if (!type.isEmpty()) {
            type.oneOf("array", "boolean", "integer", "number", "object", "string");
        }
        if (schema.at("default").present() && !place.noDefaults().isEmpty()) {
            schema.at("default").forbidden("must not be set " + place.noDefaults());
        }
        for (String field : NOT_SUPPORTED) {
            if (!schema.at(field).isEmpty()) {
                schema.at(field).forbidden(field + " is not supported");
            }
        }
        if (type.isOneOf("null")) {
            type.forbidden("type cannot be set to null, use nullable as an alternative");
        }
        if (schema.at("items").value() instanceof List) {
            schema.at("items").forbidden("items must be a schema object and not an array");
        }
        if (place.meta() && schema.at("x-kubernetes-embedded-resource").flag()) {
            schema.at("x-kubernetes-embedded-resource").forbidden("must not be used inside of resource meta");
        }
    }

    private static void inner(FieldView schema, Place place) {
        for (String map : MAPS) {
            schema.at(map).entries().values().forEach(inner -> schema(inner, place));
        }
        schema(schema.at("not"), place);
        for (String list : LISTS) {
            schema.at(list).items().forEach(inner -> schema(inner, place));
        }
        schema(schema.at("items"), place);
        schema.at("items").items().forEach(inner -> schema(inner, place));
    }
}
