package mortise.group.apiextensions;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import mortise.core.schema.FieldView;

/**
 * What makes a schema structural: the types of all fields are known without looking into {@code allOf}, {@code anyOf},
 * {@code oneOf} and {@code not}, which may only narrow values.
 */
final class StructuralRules {

    private static final String INT_OR_STRING = "x-kubernetes-int-or-string";
    private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
    private static final String EMBEDDED = "x-kubernetes-embedded-resource";
    private static final String METADATA = "metadata";
    private static final String ADDITIONAL = "additionalProperties";
    private static final List<Object> EITHER_TYPE = List.of(Map.of("type", "integer"), Map.of("type", "string"));
    /** Where values are narrowed by several schemas. */
    private static final List<String> JUNCTORS = List.of("anyOf", "allOf", "oneOf");
    private static final List<String> FORBIDDEN_TEXTS = List.of("type", "title", "description");
    private static final List<String> FORBIDDEN_VALUES = List.of(
            ADDITIONAL, "default", "externalDocs", "x-kubernetes-list-type", "x-kubernetes-map-type");
    private static final List<String> FORBIDDEN_FLAGS = List.of("nullable", PRESERVE, EMBEDDED, INT_OR_STRING);
    private static final List<String> FORBIDDEN_LISTS = List.of(
            "x-kubernetes-list-map-keys", "x-kubernetes-validations");

    /** Where a schema stands. */
    private enum Level { ROOT, ITEM, FIELD }

    private StructuralRules() {
    }

    static void validate(FieldView schema) {
        schema(schema, Level.ROOT);
        complete(schema, schema);
    }

    private static void schema(FieldView schema, Level level) {
        if (schema.at("type").isOneOf("array") && !schema.at("items").present()) {
            schema.at("items").required("must be specified");
        }
        if (schema.at("items").value() instanceof Map) {
            schema(schema.at("items"), Level.ITEM);
        }
        schema.at("properties").entries().values().forEach(property -> schema(property, Level.FIELD));
        additional(schema, level);
        extensions(schema);
        values(schema, schema.at("anyOf").present() && schema.at("anyOf").value().equals(EITHER_TYPE));
        type(schema, level);
        boolean whole = level == Level.ROOT || schema.at(EMBEDDED).flag();
        for (String field : List.of("kind", "apiVersion")) {
            FieldView property = schema.at("properties").entry(field);
            if (whole && property.present() && !property.at("type").isOneOf("string")) {
                property.at("type").invalid(property.at("type").text(), "must be string");
            }
        }
        FieldView metadata = schema.at("properties").entry(METADATA);
        if (metadata.present()) {
            metadata(metadata, whole, level);
        }
        if (schema.at(EMBEDDED).flag() && !schema.at(PRESERVE).flag() && schema.at("properties").isEmpty()) {
            schema.at("properties").required("must not be empty if " + EMBEDDED + " is true without " + PRESERVE);
        }
    }

    private static void additional(FieldView schema, Level level) {
        FieldView additional = schema.at(ADDITIONAL);
        if (!additional.present()) {
            return;
        }
        if (level == Level.ROOT) {
            additional.forbidden("must not be used at the root");
        }
        if (additional.value() instanceof Map) {
            schema(additional, Level.FIELD);
        }
    }

    private static void extensions(FieldView schema) {
        for (String extension : List.of(PRESERVE, EMBEDDED)) {
            if (schema.at(INT_OR_STRING).flag() && schema.at(extension).flag()) {
                schema.at(extension).invalid("must be false if " + INT_OR_STRING + " is true");
            }
        }
    }

    private static void type(FieldView schema, Level level) {
        FieldView type = schema.at("type");
        String embedded = "must be object if " + EMBEDDED + " is true";
        if (schema.at(EMBEDDED).flag() && !type.isOneOf("object")) {
            if (type.isEmpty()) {
                type.required(embedded);
            } else {
                type.invalid(embedded);
            }
        } else if (type.isEmpty() && !schema.at(INT_OR_STRING).flag() && !schema.at(PRESERVE).flag()) {
            type.required(switch (level) {
                case ROOT -> "must not be empty at the root";
                case ITEM -> "must not be empty for specified array items";
                case FIELD -> "must not be empty for specified object fields";
            });
        }
        if (schema.at(EMBEDDED).flag() && schema.at(ADDITIONAL).present()) {
            schema.at(ADDITIONAL).forbidden("must not be used if " + EMBEDDED + " is set");
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.isOneOf("object")) {
            type.invalid("must be object at the root");
        }
    }

    /** What metadata looks like is known; at the root only names may be narrowed. */
    private static void metadata(FieldView metadata, boolean whole, Level level) {
        if (whole && !metadata.at("type").isOneOf("object")) {
            metadata.at("type").invalid(metadata.at("type").text(), "must be object");
        }
        if (level != Level.ROOT || !(metadata.value() instanceof Map<?, ?> fields)) {
            return;
        }
        boolean onlyNames = List.of("name", "generateName")
                .containsAll(metadata.at("properties").entries().keySet());
        if (!onlyNames || !List.of("type", "default", "properties").containsAll(fields.keySet())) {
            metadata.forbidden("must not specify anything other than name and generateName, but metadata is implicitly"
                    + " specified");
        }
    }

    /**
     * Checks what narrows values.
     *
     * @param either whether {@code anyOf} only says that a value is a number or a text, which is allowed to have types
     */
    private static void values(FieldView schema, boolean either) {
        for (String junctor : JUNCTORS) {
            List<FieldView> parts = junctor.equals("anyOf") && either ? List.of() : schema.at(junctor).items();
            for (int at = 0; at < parts.size(); at++) {
                Object anyOf = parts.get(at).at("anyOf").value();
                nested(parts.get(at), junctor.equals("allOf") && at == 0 && EITHER_TYPE.equals(anyOf));
            }
        }
        if (schema.at("not").present()) {
            nested(schema.at("not"), false);
        }
        FieldView pattern = schema.at("pattern");
        try {
            Pattern.compile(pattern.text());
        } catch (PatternSyntaxException malformed) {
            pattern.invalid("must be a valid regular expression, but isn't: " + malformed.getDescription());
        }
    }

    private static void nested(FieldView part, boolean either) {
        values(part, either);
        if (part.at("items").value() instanceof Map) {
            nested(part.at("items"), false);
        }
        part.at("properties").entries().values().forEach(property -> nested(property, false));
        FORBIDDEN_TEXTS.stream().map(part::at).filter(field -> !field.isEmpty())
                .forEach(field -> field.forbidden("must be empty to be structural"));
        FORBIDDEN_VALUES.stream().map(part::at).filter(FieldView::present)
                .forEach(field -> field.forbidden("must be undefined to be structural"));
        FORBIDDEN_FLAGS.stream().map(part::at).filter(FieldView::flag)
                .forEach(field -> field.forbidden("must be false to be structural"));
        FORBIDDEN_LISTS.stream().map(part::at).filter(field -> !field.isEmpty())
                .forEach(field -> field.forbidden("must be empty to be structural"));
        if (part.at("properties").entry(METADATA).present()) {
            part.at("properties").entry(METADATA).forbidden("must not be specified in a nested context");
        }
    }

    /** Checks that what is narrowed is specified: every field of {@code part} is one of {@code schema}. */
    private static void complete(FieldView schema, FieldView part) {
        for (String junctor : JUNCTORS) {
            part.at(junctor).items().forEach(inner -> completeNested(schema, inner));
        }
        if (part.at("not").present()) {
            completeNested(schema, part.at("not"));
        }
    }

    private static void completeNested(FieldView schema, FieldView part) {
        complete(schema, part);
        if (part.at("items").value() instanceof Map) {
            completeWith(schema.at("items"), part.at("items"));
        }
        part.at("properties").entries().forEach((name, property) ->
                completeWith(schema.at("properties").entry(name), property));
    }

    private static void completeWith(FieldView schema, FieldView part) {
        if (schema.present()) {
            completeNested(schema, part);
        } else {
            schema.required("because it is defined in " + part.path());
        }
    }
}
