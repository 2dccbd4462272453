package mortise.group.apiextensions;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import mortise.core.schema.FieldView;

/** The extensions of a schema: how lists and maps are merged, and rules over values. */
final class SchemaExtensions {

    private static final String LIST_TYPE = "x-kubernetes-list-type";
    private static final String LIST_KEYS = "x-kubernetes-list-map-keys";
    private static final String MAP_TYPE = "x-kubernetes-map-type";

    private SchemaExtensions() {
    }

    static void validate(FieldView schema) {
        FieldView preserve = schema.at("x-kubernetes-preserve-unknown-fields");
        if (preserve.present() && !preserve.flag()) {
            preserve.invalid("must be true or undefined");
        }
        if (schema.at(MAP_TYPE).present()) {
            belongsTo(schema, MAP_TYPE, "object");
            schema.at(MAP_TYPE).oneOf("atomic", "granular");
        }
        FieldView listType = schema.at(LIST_TYPE);
        if (listType.present() && belongsTo(schema, LIST_TYPE, "array") && listType.isOneOf("set")) {
            setItems(schema.at("items"));
        }
        if (listType.present()) {
            listType.oneOf("atomic", "set", "map");
        }
        if (!schema.at(LIST_KEYS).isEmpty() && !listType.isOneOf("map")) {
            String why = "must be map if " + LIST_KEYS + " is non-empty";
            if (listType.present()) {
                listType.invalid(why);
            } else {
                listType.required(why);
            }
        }
        if (listType.isOneOf("map")) {
            mapItems(schema);
        }
        if (listType.isOneOf("map", "set")) {
            entries(schema, listType.text());
        }
        schema.at("x-kubernetes-validations").items().forEach(SchemaExtensions::rule);
    }

    /** Says whether a schema has the type that an extension is for; reports it when it has not. */
    private static boolean belongsTo(FieldView schema, String extension, String type) {
        String why = "must be " + type + " if " + extension + " is specified";
        if (schema.at("type").isEmpty()) {
            schema.at("type").required(why);
        } else if (!schema.at("type").isOneOf(type)) {
            schema.at("type").invalid(why);
        }
        return schema.at("type").isOneOf(type);
    }

    /** The entries of a set are compared as a whole, so nobody may own a part of one. */
    private static void setItems(FieldView items) {
        String why = "must be atomic as item of a list with " + LIST_TYPE + "=set";
        if (items.at("type").isOneOf("array") && items.at(LIST_TYPE).present()
                && !items.at(LIST_TYPE).isOneOf("atomic")) {
            items.at(LIST_TYPE).invalid(why);
        }
        if (items.at("type").isOneOf("object") && !items.at(MAP_TYPE).isOneOf("atomic")) {
            // The type of the list, not of the map, is what has always been shown here.
            items.at(MAP_TYPE).invalid(items.at(LIST_TYPE).value(), why);
        }
    }

    private static void mapItems(FieldView schema) {
        FieldView keys = schema.at(LIST_KEYS);
        FieldView items = schema.at("items");
        if (keys.isEmpty()) {
            keys.required("must not be empty if " + LIST_TYPE + " is map");
        }
        if (!items.present()) {
            items.required("must have a schema if " + LIST_TYPE + " is map");
        } else if (!(items.value() instanceof Map)) {
            items.invalid("must only have a single schema if " + LIST_TYPE + " is map");
        } else if (items.at("type").isOneOf("object")) {
            keys(keys, items);
        } else {
            items.at("type").invalid(
                    items.at("type").text(), "must be object if parent array's " + LIST_TYPE + " is map");
        }
    }

    private static void keys(FieldView keys, FieldView items) {
        var seen = new HashSet<String>();
        for (String key : keys.texts()) {
            FieldView property = items.at("properties").entry(key);
            if (!property.present()) {
                keys.invalid("entries must all be names of item properties");
            } else if (property.at("type").isOneOf("array", "object")) {
                property.at("type").invalid(
                        items.at("type").value(), "must be a scalar type if parent array's " + LIST_TYPE + " is map");
            }
            if (!seen.add(key)) {
                keys.invalid("must not contain duplicate entries");
            }
        }
    }

    /** Entries that are told apart by what they say must say it. */
    private static void entries(FieldView schema, String listType) {
        FieldView items = schema.at("items");
        if (items.at("nullable").flag()) {
            items.at("nullable").forbidden("cannot be nullable when " + LIST_TYPE + " is " + listType);
        }
        String key = "this property is in " + LIST_KEYS + ", so it ";
        for (String name : listType.equals("map") ? schema.at(LIST_KEYS).texts() : List.<String>of()) {
            FieldView property = items.at("properties").entry(name);
            if (!property.present()) {
                continue;
            }
            if (!items.at("required").texts().contains(name) && !property.at("default").present()) {
                property.at("default").required(key + "must have a default or be a required property");
            }
            if (property.at("nullable").flag()) {
                property.at("nullable").forbidden(key + "cannot be nullable");
            }
        }
    }

    private static void rule(FieldView rule) {
        FieldView expression = rule.at("rule");
        FieldView message = rule.at("message");
        if (expression.text().isBlank()) {
            expression.required("rule is not specified");
        } else if (!message.isEmpty() && message.text().isBlank()) {
            message.invalid("must be non-empty if specified");
        } else if (hasLineBreak(message)) {
            message.invalid("must not contain line breaks");
        } else if (hasLineBreak(expression) && message.isEmpty()) {
            message.required("message must be specified if rule contains line breaks");
        }
        if (!rule.at("messageExpression").isEmpty() && rule.at("messageExpression").text().isBlank()) {
            rule.at("messageExpression").required("messageExpression must be non-empty if specified");
        }
        if (rule.at("reason").present()) {
            rule.at("reason").oneOf("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid",
                    "FieldValueRequired");
        }
        FieldView path = rule.at("fieldPath");
        if (!path.isEmpty() && path.text().isBlank()) {
            path.invalid("must be non-empty if specified");
        }
        if (hasLineBreak(path)) {
            path.invalid("must not contain line breaks");
        }
    }

    private static boolean hasLineBreak(FieldView text) {
        String stripped = text.text().strip();
        return stripped.indexOf('\n') >= 0 || stripped.indexOf('\r') >= 0;
    }
}
