package mortise.core.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the JSON of these tests; in texts of the tests themselves, single quotes stand for double ones. */
final class Json {

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads a struct written with single quotes. */
    static Map<String, Object> struct(String json) {
        return asStruct(new Json(json.replace('\'', '"')).value());
    }

    /** Reads a value written with single quotes. */
    static Object value(String json) {
        return new Json(json.replace('\'', '"')).value();
    }

    /** Reads a file beside the tests. */
    static Map<String, Object> file(String name) {
        try (InputStream in = Json.class.getResourceAsStream(name)) {
            return asStruct(new Json(new String(in.readAllBytes(), StandardCharsets.UTF_8)).value());
        } catch (IOException unreadable) {
            throw new AssertionError(name, unreadable);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> asStruct(Object value) {
        return (Map<String, Object>) value;
    }

    static List<Map<String, Object>> structs(Object list) {
        return list == null ? List.of() : ((List<?>) list).stream().map(Json::asStruct).toList();
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> fields();
            case '[' -> items();
            case '"' -> string();
            default -> word();
        };
    }

    private Map<String, Object> fields() {
        var struct = new LinkedHashMap<String, Object>();
        at++;
        while (peek() != '}') {
            String name = string();
            peek();
            at++;
            struct.put(name, value());
            skipComma();
        }
        at++;
        return struct;
    }

    private List<Object> items() {
        var items = new ArrayList<>();
        at++;
        while (peek() != ']') {
            items.add(value());
            skipComma();
        }
        at++;
        return items;
    }

    private void skipComma() {
        if (peek() == ',') {
            at++;
        }
    }

    private String string() {
        peek();
        var found = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) != '\\') {
                found.append(text.charAt(at));
                continue;
            }
            at++;
            found.append(switch (text.charAt(at)) {
                case 'n' -> '\n';
                case 't' -> '\t';
                default -> text.charAt(at);
            });
        }
        at++;
        return found.toString();
    }

    private Object word() {
        int from = at;
        while (at < text.length() && ",]} \n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at);
        return switch (word) {
            case "null" -> null;
            case "true" -> true;
            case "false" -> false;
            default -> Long.valueOf(word);
        };
    }

    private char peek() {
        while (" \n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return text.charAt(at);
    }
}
