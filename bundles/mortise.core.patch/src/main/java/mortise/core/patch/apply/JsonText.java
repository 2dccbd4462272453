package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** JSON in the texts that hold some: keys in sets of fields, and the annotation with what was last applied. */
final class JsonText {

    /** A text that is no JSON, or is nested too deeply. */
    static final class Malformed extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    private static final String HEX = "0123456789abcdef";

    private final String text;
    private int at;

    private JsonText(String text, int from) {
        this.text = text;
        this.at = from;
    }

    /**
     * Reads a value.
     *
     * @param from where it begins; it goes to the end
     * @throws Malformed when there is none
     */
    static @Nullable Object read(String text, int from) {
        var reader = new JsonText(text, from);
        Object value = reader.value(OwnershipLimits.DEPTH_MAX);
        if (reader.peek() != '\0') {
            throw reader.malformed();
        }
        return value;
    }

    private @Nullable Object value(int depthMax) {
        if (depthMax == 0) {
            throw malformed();
        }
        return switch (peek()) {
            case '{' -> members(depthMax);
            case '[' -> items(depthMax);
            case '"' -> string();
            default -> word();
        };
    }

    private Map<String, @Nullable Object> members(int depthMax) {
        var members = new LinkedHashMap<String, @Nullable Object>();
        at++;
        if (peek() == '}') {
            at++;
            return members;
        }
        do {
            if (peek() != '"') {
                throw malformed();
            }
            String name = string();
            expect(':');
            members.put(name, value(depthMax - 1));
        } while (another('}'));
        return members;
    }

    private List<@Nullable Object> items(int depthMax) {
        var items = new ArrayList<@Nullable Object>();
        at++;
        if (peek() == ']') {
            at++;
            return items;
        }
        do {
            items.add(value(depthMax - 1));
        } while (another(']'));
        return items;
    }

    private boolean another(char end) {
        char next = peek();
        at++;
        if (next != ',' && next != end) {
            throw malformed();
        }
        return next == ',';
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw malformed();
        }
        at++;
    }

    private String string() {
        int from = ++at;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\') {
            at++;
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return text.substring(from, at++);
        }
        var read = new StringBuilder().append(text, from, at);
        while (at < text.length() && text.charAt(at) != '"') {
            read.append(text.charAt(at) == '\\' ? escaped() : text.charAt(at++));
        }
        if (at++ >= text.length()) {
            throw malformed();
        }
        return read.toString();
    }

    private char escaped() {
        if (at + 1 >= text.length()) {
            throw malformed();
        }
        char sign = text.charAt(at + 1);
        at += 2;
        int plain = "\"\\/".indexOf(sign);
        if (plain >= 0) {
            return sign;
        }
        int short_ = "bfnrt".indexOf(sign);
        if (short_ >= 0) {
            return "\b\f\n\r\t".charAt(short_);
        }
        if (sign != 'u' || at + 4 > text.length()) {
            throw malformed();
        }
        at += 4;
        try {
            return (char) Integer.parseInt(text, at - 4, at, 16);
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    private @Nullable Object word() {
        int from = at;
        while (at < text.length() && ",]} \n\t\r:".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at);
        switch (word) {
            case "null":
                return null;
            case "true":
                return Boolean.TRUE;
            case "false":
                return Boolean.FALSE;
            default:
                return number(word);
        }
    }

    private Object number(String word) {
        boolean whole = word.indexOf('.') < 0 && word.indexOf('e') < 0 && word.indexOf('E') < 0;
        try {
            return whole && word.length() < 20 ? (Object) Long.valueOf(word) : Double.valueOf(word);
        } catch (NumberFormatException e) {
            throw malformed();
        }
    }

    private char peek() {
        while (at < text.length() && " \n\t\r".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private Malformed malformed() {
        return new Malformed("no JSON at character " + at);
    }

    /**
     * Writes a value without blanks, names in order.
     *
     * @param marksHidden whether signs that mean something in HTML are written as escapes
     */
    static void write(StringBuilder out, @Nullable Object value, boolean marksHidden) {
        if (value instanceof Map<?, ?> members) {
            char separator = '{';
            for (Map.Entry<?, ?> member : new TreeMap<Object, @Nullable Object>(members).entrySet()) {
                out.append(separator);
                quote(out, (String) member.getKey(), marksHidden);
                out.append(':');
                write(out, member.getValue(), marksHidden);
                separator = ',';
            }
            out.append(members.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> items) {
            char separator = '[';
            for (Object item : items) {
                out.append(separator);
                write(out, item, marksHidden);
                separator = ',';
            }
            out.append(items.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            quote(out, string, marksHidden);
        } else {
            out.append(Scalars.canonical(value));
        }
    }

    static void quote(StringBuilder out, String value, boolean marksHidden) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            int short_ = "\b\f\n\r\t".indexOf(c);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (short_ >= 0) {
                out.append('\\').append("bfnrt".charAt(short_));
            } else if (c < ' ' || marksHidden && (c == '<' || c == '>' || c == '&') || c == '\u2028' || c == '\u2029') {
                out.append("\\u").append(HEX.charAt(c >> 12)).append(HEX.charAt(c >> 8 & 15))
                        .append(HEX.charAt(c >> 4 & 15)).append(HEX.charAt(c & 15));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
