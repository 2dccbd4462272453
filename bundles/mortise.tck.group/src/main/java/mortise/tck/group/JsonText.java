package mortise.tck.group;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of test data, which is trusted. */
final class JsonText {

    private static final int UNICODE_DIGITS = 4;

    private final String text;
    private int at;

    private JsonText(String text) {
        this.text = text;
    }

    /** Returns the value as a tree. */
    static @Nullable Object parse(String text) {
        return new JsonText(text).value();
    }

    private @Nullable Object value() {
        return switch (peek()) {
            case '{' -> struct();
            case '[' -> list();
            case '"' -> string();
            default -> word();
        };
    }

    private Map<String, @Nullable Object> struct() {
        var struct = new LinkedHashMap<String, @Nullable Object>();
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

    private List<@Nullable Object> list() {
        List<@Nullable Object> list = new ArrayList<>();
        at++;
        while (peek() != ']') {
            list.add(value());
            skipComma();
        }
        at++;
        return list;
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
            found.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at));
        }
        at++;
        return found.toString();
    }

    private char escaped() {
        at++;
        char letter = text.charAt(at);
        if (letter == 'u') {
            at += UNICODE_DIGITS;
            return (char) Integer.parseInt(text.substring(at - UNICODE_DIGITS + 1, at + 1), 16);
        }
        int known = "bfnrt".indexOf(letter);
        return known < 0 ? letter : "\b\f\n\r\t".charAt(known);
    }

    private @Nullable Object word() {
        int from = at;
        while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at);
        return switch (word) {
            case "null" -> null;
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            default -> word.matches("-?[0-9]+") ? (Object) Long.valueOf(word) : Double.valueOf(word);
        };
    }

    private char peek() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }
}
