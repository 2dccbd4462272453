package mortise.core.discovery.openapi;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;

/**
 * Reads the protobuf form of an OpenAPI v2 document back into the tree of its JSON form, by a table of fields of its
 * own. An unknown field is an error.
 */
final class GnosticReader {

    /** By message: number, name in JSON, and form: text, flag, any, a message, {@code []} for lists, {@code *} maps. */
    private static final Map<String, String> MESSAGES = Map.ofEntries(
            Map.entry("Document", "1 swagger text, 2 info Info, 8 paths *2:PathItem, 9 definitions *1:Schema,"
                    + " 10 parameters *1:Parameter"),
            Map.entry("Info", "1 title text, 2 version text"),
            Map.entry("PathItem", "2 get Operation, 3 put Operation, 4 post Operation, 5 delete Operation,"
                    + " 6 options Operation, 7 head Operation, 8 patch Operation, 9 parameters []ParametersItem"),
            Map.entry("Operation", "1 tags []text, 3 description text, 5 operationId text, 6 produces []text,"
                    + " 7 consumes []text, 8 parameters []ParametersItem, 9 responses *1:ResponseValue,"
                    + " 10 schemes []text, 13 x any"),
            Map.entry("ParametersItem", "1 = Parameter, 2 = Reference"),
            Map.entry("Reference", "1 $ref text"),
            Map.entry("Parameter", "1 = Body, 2 = NonBody"),
            Map.entry("NonBody", "3 = Query, 4 = Path"),
            Map.entry("Body", "1 description text, 2 name text, 3 in text, 4 required flag, 5 schema Schema"),
            Map.entry("Query", "1 required flag, 2 in text, 3 description text, 4 name text, 6 type text,"
                    + " 20 uniqueItems flag"),
            Map.entry("Path", "1 required flag, 2 in text, 3 description text, 4 name text, 5 type text,"
                    + " 19 uniqueItems flag"),
            Map.entry("ResponseValue", "1 = Response"),
            Map.entry("Response", "1 description text, 2 schema One"),
            Map.entry("One", "1 = Schema"),
            Map.entry("Type", "1 = text"),
            Map.entry("Schema", "1 $ref text, 2 format text, 4 description text, 19 required []text,"
                    + " 21 additionalProperties One, 22 type Type, 23 items One, 25 properties *1:Schema, 31 x any"));

    private GnosticReader() {
    }

    static Map<?, ?> document(byte[] bytes) {
        return (Map<?, ?>) read("Document", ByteBuffer.wrap(bytes));
    }

    private static Object read(String message, ByteBuffer in) {
        var fields = new LinkedHashMap<Long, String[]>();
        for (String field : MESSAGES.get(message).split(", *")) {
            fields.put(Long.valueOf(field.split(" ")[0]), field.split(" "));
        }
        var tree = new LinkedHashMap<String, Object>();
        while (in.hasRemaining()) {
            long tag = varint(in);
            String[] field = Objects.requireNonNull(fields.get(tag >> 3), message + " " + (tag >> 3));
            if (field[2].equals("flag")) {
                tree.put(field[1], varint(in) != 0);
                continue;
            }
            if ((tag & 7) != 2) {
                throw new AssertionError(message + "." + field[1] + " has wire type " + (tag & 7));
            }
            ByteBuffer content = slice(in);
            if (field[1].equals("=")) {
                return value(field[2], content);
            } else if (field[2].startsWith("[]")) {
                @SuppressWarnings("unchecked")
                var list = (List<Object>) tree.computeIfAbsent(field[1], any -> new ArrayList<>());
                list.add(value(field[2].substring(2), content));
            } else if (field[2].equals("any")) {
                named(content, tree, "any");
            } else {
                tree.put(field[1], value(field[2], content));
            }
        }
        return tree;
    }

    private static Object value(String form, ByteBuffer content) {
        if (form.equals("text")) {
            return text(content);
        }
        if (!form.startsWith("*")) {
            return read(form, content);
        }
        var entries = new LinkedHashMap<String, Object>();
        long number = form.charAt(1) - '0';
        while (content.hasRemaining()) {
            if (varint(content) != (number << 3 | 2)) {
                throw new AssertionError(form);
            }
            named(slice(content), entries, form.substring(3));
        }
        return entries;
    }

    /** A name and a value. */
    private static void named(ByteBuffer in, Map<String, Object> to, String form) {
        varint(in);
        String name = text(slice(in));
        varint(in);
        ByteBuffer value = slice(in);
        if (form.equals("any")) {
            if (varint(value) != (2 << 3 | 2)) {
                throw new AssertionError("a value that is no YAML");
            }
            byte[] yaml = text(slice(value)).getBytes(StandardCharsets.UTF_8);
            to.put(name, JsonDecoder.decode(yaml, DecodeLimits.DEFAULT).value());
        } else {
            to.put(name, value(form, value));
        }
    }

    private static String text(ByteBuffer in) {
        return StandardCharsets.UTF_8.decode(in).toString();
    }

    private static ByteBuffer slice(ByteBuffer in) {
        int length = (int) varint(in);
        ByteBuffer slice = in.slice(in.position(), length);
        in.position(in.position() + length);
        return slice;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = in.get();
            value |= (long) (part & 0x7F) << shift;
            if (part >= 0) {
                return value;
            }
        }
    }
}
