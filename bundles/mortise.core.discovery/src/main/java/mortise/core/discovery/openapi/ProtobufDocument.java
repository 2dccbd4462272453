package mortise.core.discovery.openapi;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import mortise.core.codec.JsonEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Writes a description as the message {@code openapi.v2.Document} of gnostic, from the parts of the JSON document. The
 * numbers are those of the fields of that message and of the ones inside it; what these documents never use is left
 * out. Values that may be anything, such as those of {@code x-} members, are texts in YAML, of which JSON is a part.
 */
final class ProtobufDocument {

    private ProtobufDocument() {
    }

    static byte[] v2(Description description, Map<String, Object> info) {
        var document = new ProtobufMessage();
        document.text(1, "2.0");
        document.message(2, info(info));
        document.message(8, named(2, each -> description.writePaths(Dialect.V2, each), ProtobufDocument::path));
        document.message(9,
                named(1, each -> description.writeDefinitions(Dialect.V2, each), ProtobufDocument::schema));
        document.message(10,
                named(1, each -> description.writeParameters(each), ProtobufDocument::parameter));
        return document.toBytes();
    }

    private static ProtobufMessage info(Map<String, Object> info) {
        var message = new ProtobufMessage();
        message.text(1, text(info, "title"));
        message.text(2, text(info, "version"));
        return message;
    }

    private static ProtobufMessage named(
            int field, Consumer<BiConsumer<String, Map<String, Object>>> content,
            Function<Map<?, ?>, ProtobufMessage> form) {
        var message = new ProtobufMessage();
        content.accept((name, value) -> message.message(field, named(name, form.apply(value))));
        return message;
    }

    private static ProtobufMessage named(String name, ProtobufMessage value) {
        var message = new ProtobufMessage();
        message.text(1, name);
        message.message(2, value);
        return message;
    }

    private static ProtobufMessage path(Map<?, ?> item) {
        var message = new ProtobufMessage();
        List<String> methods = List.of("get", "put", "post", "delete", "options", "head", "patch");
        for (int i = 0; i < methods.size(); i++) {
            if (item.get(methods.get(i)) instanceof Map<?, ?> operation) {
                message.message(2 + i, operation(operation));
            }
        }
        each(item, "parameters", parameter -> message.message(9, parametersItem(parameter)));
        return message;
    }

    private static ProtobufMessage operation(Map<?, ?> operation) {
        var message = new ProtobufMessage();
        texts(message, 1, operation, "tags");
        message.text(3, text(operation, "description"));
        message.text(5, text(operation, "operationId"));
        texts(message, 6, operation, "produces");
        texts(message, 7, operation, "consumes");
        each(operation, "parameters", parameter -> message.message(8, parametersItem(parameter)));
        var responses = new ProtobufMessage();
        entries(operation, "responses", (code, response) -> {
            var value = new ProtobufMessage();
            value.message(1, response(response));
            responses.message(1, named(code, value));
        });
        message.message(9, responses);
        texts(message, 10, operation, "schemes");
        extensions(message, 13, operation);
        return message;
    }

    private static ProtobufMessage response(Map<?, ?> response) {
        var message = new ProtobufMessage();
        message.text(1, text(response, "description"));
        if (response.get("schema") instanceof Map<?, ?> schema) {
            var item = new ProtobufMessage();
            item.message(1, schema(schema));
            message.message(2, item);
        }
        return message;
    }

    private static ProtobufMessage parametersItem(Map<?, ?> parameter) {
        var message = new ProtobufMessage();
        if (parameter.containsKey("$ref")) {
            var reference = new ProtobufMessage();
            reference.text(1, text(parameter, "$ref"));
            message.message(2, reference);
        } else {
            message.message(1, parameter(parameter));
        }
        return message;
    }

    private static ProtobufMessage parameter(Map<?, ?> parameter) {
        var message = new ProtobufMessage();
        String in = text(parameter, "in");
        if (in.equals("body")) {
            message.message(1, body(parameter));
        } else {
            boolean inPath = in.equals("path");
            var where = new ProtobufMessage();
            where.message(inPath ? 4 : 3, plain(parameter, inPath));
            message.message(2, where);
        }
        return message;
    }

    private static ProtobufMessage body(Map<?, ?> parameter) {
        var message = new ProtobufMessage();
        message.text(1, text(parameter, "description"));
        message.text(2, text(parameter, "name"));
        message.text(3, text(parameter, "in"));
        message.flag(4, flag(parameter, "required"));
        if (parameter.get("schema") instanceof Map<?, ?> schema) {
            message.message(5, schema(schema));
        }
        return message;
    }

    /** A parameter of a query has one field more than that of a path, which shifts what comes after it. */
    private static ProtobufMessage plain(Map<?, ?> parameter, boolean inPath) {
        var message = new ProtobufMessage();
        message.flag(1, flag(parameter, "required"));
        message.text(2, text(parameter, "in"));
        message.text(3, text(parameter, "description"));
        message.text(4, text(parameter, "name"));
        message.text(inPath ? 5 : 6, text(parameter, "type"));
        message.flag(inPath ? 19 : 20, flag(parameter, "uniqueItems"));
        return message;
    }

    private static ProtobufMessage schema(Map<?, ?> schema) {
        var message = new ProtobufMessage();
        message.text(1, text(schema, "$ref"));
        message.text(2, text(schema, "format"));
        message.text(4, text(schema, "description"));
        texts(message, 19, schema, "required");
        if (schema.get("additionalProperties") instanceof Map<?, ?> values) {
            message.message(21, wrapped(schema(values)));
        }
        if (schema.containsKey("type")) {
            var type = new ProtobufMessage();
            type.text(1, text(schema, "type"));
            message.message(22, type);
        }
        if (schema.get("items") instanceof Map<?, ?> items) {
            message.message(23, wrapped(schema(items)));
        }
        if (schema.containsKey("properties")) {
            var properties = new ProtobufMessage();
            entries(schema, "properties", (name, value) -> properties.message(1, named(name, schema(value))));
            message.message(25, properties);
        }
        extensions(message, 31, schema);
        return message;
    }

    private static ProtobufMessage wrapped(ProtobufMessage schema) {
        var message = new ProtobufMessage();
        message.message(1, schema);
        return message;
    }

    private static void extensions(ProtobufMessage message, int field, Map<?, ?> tree) {
        tree.forEach((name, value) -> {
            if (((String) name).startsWith("x-")) {
                var any = new ProtobufMessage();
                any.text(2, new String(JsonEncoder.encode(value), StandardCharsets.UTF_8) + "\n");
                message.message(field, named((String) name, any));
            }
        });
    }

    private static String text(Map<?, ?> tree, String name) {
        return tree.get(name) instanceof String text ? text : "";
    }

    private static boolean flag(Map<?, ?> tree, String name) {
        return Boolean.TRUE.equals(tree.get(name));
    }

    private static void texts(ProtobufMessage message, int field, Map<?, ?> tree, String name) {
        if (tree.get(name) instanceof List<?> texts) {
            texts.forEach(text -> message.text(field, (String) text));
        }
    }

    private static void each(Map<?, ?> tree, String name, Consumer<Map<?, ?>> action) {
        if (tree.get(name) instanceof List<?> list) {
            list.forEach(item -> ifObject(item, action));
        }
    }

    private static void entries(Map<?, ?> tree, String name, BiConsumer<String, Map<?, ?>> action) {
        if (tree.get(name) instanceof Map<?, ?> entries) {
            entries.forEach((key, value) -> ifObject(value, object -> action.accept((String) key, object)));
        }
    }

    private static void ifObject(@Nullable Object value, Consumer<Map<?, ?>> action) {
        if (value instanceof Map<?, ?> object) {
            action.accept(object);
        }
    }
}
