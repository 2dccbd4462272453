package mortise.core.patch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Reads the small JSON of these tests, with single quotes for double ones, and makes random trees. */
final class Json {

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object tree(String json) {
        return new Json(json.replace('\'', '"')).value();
    }

    static List<?> list(String json) {
        return (List<?>) tree(json);
    }

    private Object value() {
        return switch (peek()) {
            case '{' -> struct();
            case '[' -> items();
            case '"' -> text();
            default -> word();
        };
    }

    private Map<String, Object> struct() {
        var struct = new LinkedHashMap<String, Object>();
        at++;
        while (peek() != '}') {
            String name = text();
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

    private String text() {
        peek();
        int end = text.indexOf('"', at + 1);
        String found = text.substring(at + 1, end);
        at = end + 1;
        return found;
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
            default -> word.contains(".") ? (Object) Double.valueOf(word) : (Object) Long.valueOf(word);
        };
    }

    private char peek() {
        while (" \n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return text.charAt(at);
    }

    static Object random(Random random, int depth, boolean nulls) {
        switch (random.nextInt(depth > 0 ? 6 : 3)) {
            case 0:
                return nulls ? null : true;
            case 1:
                return random.nextLong(10);
            case 2:
                return "t" + random.nextInt(5);
            case 3:
                var list = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    list.add(random(random, depth - 1, nulls));
                }
                return list;
            default:
                return struct(random, depth, nulls);
        }
    }

    static Map<String, Object> struct(Random random, int depth, boolean nulls) {
        var struct = new LinkedHashMap<String, Object>();
        for (int i = random.nextInt(5); i > 0; i--) {
            struct.put(new String[] {"a", "b", "c/d", "e~f", "", "0"}[random.nextInt(6)],
                    random(random, depth - 1, nulls));
        }
        return struct;
    }
}
