package mortise.group.apiextensions;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import org.jspecify.annotations.Nullable;

/** Defaults in a structural schema: values that the schema itself must allow. */
final class SchemaDefaults {

    private SchemaDefaults() {
    }

    /** Checks every default in a schema. */
    static void validate(FieldView schema) {
        FieldView value = schema.at("default");
        if (value.present()) {
            if (hasUnknown(schema, value.value())) {
                value.invalid("must not have unknown fields");
            } else {
                check(schema, value, "");
            }
        }
        schema.at("properties").entries().values().forEach(SchemaDefaults::validate);
        for (String inner : List.of("items", "additionalProperties")) {
            if (schema.at(inner).value() instanceof Map) {
                validate(schema.at(inner));
            }
        }
    }

    /** Says whether pruning would remove something from a value. */
    private static boolean hasUnknown(FieldView schema, @Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().anyMatch(item -> hasUnknown(schema.at("items"), item));
        }
        if (!(value instanceof Map<?, ?> struct) || schema.at("x-kubernetes-preserve-unknown-fields").flag()) {
            return false;
        }
        FieldView additional = schema.at("additionalProperties");
        for (Map.Entry<?, ?> field : struct.entrySet()) {
            String name = (String) field.getKey();
            FieldView property = schema.at("properties").entry(name);
            boolean meta = schema.at("x-kubernetes-embedded-resource").flag()
                    && List.of("apiVersion", "kind", "metadata").contains(name);
            if (!property.present() && !additional.present() && !meta) {
                return true;
            }
            if (hasUnknown(property.present() ? property : additional, field.getValue())) {
                return true;
            }
        }
        return false;
    }

    /** @param name path of the value inside the default, as messages have it */
    private static void check(FieldView schema, FieldView value, String name) {
        String type = schema.at("type").text();
        if (!value.present()) {
            return;
        }
        String actual = typeOf(value.value());
        boolean fits = type.isEmpty() || type.equals(actual) || type.equals("number") && actual.equals("integer");
        if (!fits) {
            FieldPath path = value.path();
            value.report(FieldError.typeInvalid(
                    path, actual, name + " in body must be of type " + type + ": \"" + actual + "\""));
            return;
        }
        FieldView allowed = schema.at("enum");
        if (!allowed.isEmpty() && allowed.items().stream().noneMatch(item -> item.sameAs(value))) {
            value.notSupported(allowed.items().stream()
                    .map(item -> Objects.toString(item.value())).toArray(String[]::new));
        }
        inside(schema, value, name);
    }

    private static void inside(FieldView schema, FieldView value, String name) {
        List<FieldView> items = value.items();
        for (int at = 0; at < items.size(); at++) {
            check(schema.at("items"), items.get(at), name + "[" + at + "]");
        }
        if (!(value.value() instanceof Map<?, ?> fields)) {
            return;
        }
        for (FieldView required : schema.at("required").items()) {
            // A field with a default of its own need not be in this one.
            FieldView property = schema.at("properties").entry(required.text());
            if (!fields.containsKey(required.text()) && !property.at("default").present()) {
                value.at(required.text()).required("");
            }
        }
        for (Object field : fields.keySet()) {
            FieldView property = schema.at("properties").entry((String) field);
            String inner = name.isEmpty() ? (String) field : name + "." + field;
            check(property.present() ? property : schema.at("additionalProperties"), value.at((String) field), inner);
        }
    }

    private static String typeOf(@Nullable Object value) {
        if (value instanceof Map) {
            return "object";
        }
        if (value instanceof List) {
            return "array";
        }
        if (value instanceof Boolean) {
            return "boolean";
        }
        if (value instanceof Number number) {
            return number instanceof Long || number.doubleValue() == Math.rint(number.doubleValue())
                    ? "integer" : "number";
        }
        return "string";
    }
}
