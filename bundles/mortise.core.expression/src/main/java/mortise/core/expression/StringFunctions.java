package mortise.core.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Functions of texts. Places are counted in code points. */
final class StringFunctions {

    static final String DECLARED = """
            string -> charAt(int): string
            string -> indexOf(string): int
            string -> indexOf(string, int): int
            string -> lastIndexOf(string): int
            string -> lastIndexOf(string, int): int
            string -> lowerAscii(): string
            string -> upperAscii(): string
            string -> replace(string, string): string
            string -> replace(string, string, int): string
            string -> split(string): list(string)
            string -> split(string, int): list(string)
            list(string) -> join(): string
            list(string) -> join(string): string
            string -> substring(int): string
            string -> substring(int, int): string
            string -> trim(): string
            string -> reverse(): string
            strings.quote(string): string
            jsonpatch.escapeKey(string): string
            """;

    private StringFunctions() {
    }

    static void register(Registry registry) {
        registry.add("contains", String.class, String.class, String::contains);
        registry.add("startsWith", String.class, String.class, String::startsWith);
        registry.add("endsWith", String.class, String.class, String::endsWith);
        registry.add("charAt", String.class, Long.class, StringFunctions::charAt);
        registry.add("indexOf", String.class, String.class, (text, part) -> indexOf(text, part, 0));
        registry.add("indexOf", String.class, String.class, Long.class, StringFunctions::indexOf);
        registry.add("lastIndexOf", String.class, String.class,
                (text, part) -> lastIndexOf(text, part, Texts.length(text)));
        registry.add("lastIndexOf", String.class, String.class, Long.class, StringFunctions::lastIndexOfWithin);
        registry.add("lowerAscii", String.class, text -> ascii(text, c -> c >= 'A' && c <= 'Z', 'a' - 'A'));
        registry.add("upperAscii", String.class, text -> ascii(text, c -> c >= 'a' && c <= 'z', 'A' - 'a'));
        registry.add("replace", String.class, String.class, String.class, (text, a, b) -> replace(text, a, b, -1));
        registry.add("replace", new Class<?>[] {String.class, String.class, String.class, Long.class},
                values -> replace(text(values, 0), text(values, 1), text(values, 2), number(values)));
        registry.add("split", String.class, String.class, (text, separator) -> split(text, separator, -1));
        registry.add("split", String.class, String.class, Long.class, StringFunctions::split);
        registry.add("join", List.class, list -> join(list, ""));
        registry.add("join", List.class, String.class, StringFunctions::join);
        registry.add("substring", String.class, Long.class, (text, from) -> part(text, from, Texts.length(text)));
        registry.add("substring", String.class, Long.class, Long.class, StringFunctions::part);
        registry.add("trim", String.class, StringFunctions::trim);
        registry.add("reverse", String.class, text -> new StringBuilder(text).reverse().toString());
        registry.add("strings.quote", String.class, StringFunctions::quote);
        registry.add("jsonpatch.escapeKey", String.class, text -> text.replace("~", "~0").replace("/", "~1"));
    }

    private static String text(@Nullable Object[] values, int index) {
        return String.valueOf(values[index]);
    }

    private static long number(@Nullable Object[] values) {
        return values[values.length - 1] instanceof Long number ? number : 0;
    }

    private static String charAt(String text, long at) {
        int length = Texts.length(text);
        if (at < 0 || at > length) {
            throw Fault.of("index out of range: %d", at);
        }
        return at == length ? "" : Texts.part(text, at, at + 1);
    }

    private static long indexOf(String text, String part, long from) {
        int length = Texts.length(text);
        if (from < 0 || from > length) {
            throw Fault.of("index out of range: %d", from);
        }
        int found = text.indexOf(part, text.offsetByCodePoints(0, (int) from));
        return found < 0 ? -1 : text.codePointCount(0, found);
    }

    private static long lastIndexOfWithin(String text, String part, long from) {
        if (from < 0 || from > Texts.length(text)) {
            throw Fault.of("index out of range: %d", from);
        }
        return lastIndexOf(text, part, from);
    }

    private static long lastIndexOf(String text, String part, long from) {
        int found = text.lastIndexOf(part, text.offsetByCodePoints(0, (int) from));
        return found < 0 ? -1 : text.codePointCount(0, found);
    }

    private static String ascii(String text, IntPredicate other, int shift) {
        var changed = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            if (other.test(text.charAt(i))) {
                changed.setCharAt(i, (char) (text.charAt(i) + shift));
            }
        }
        return changed.toString();
    }

    /** Replaces at most so many occurrences; all when the number is below zero. */
    private static String replace(String text, String from, String to, long times) {
        if (times < 0 && !from.isEmpty()) {
            return text.replace(from, to);
        }
        long left = times < 0 ? Long.MAX_VALUE : times;
        var result = new StringBuilder();
        int at = 0;
        while (left > 0 && at <= text.length()) {
            int found = text.indexOf(from, at);
            if (found < 0) {
                break;
            }
            result.append(text, at, found).append(to);
            at = found + from.length();
            if (from.isEmpty()) {
                if (at == text.length()) {
                    return result.toString();
                }
                int next = text.offsetByCodePoints(at, 1);
                result.append(text, at, next);
                at = next;
            }
            left--;
        }
        return result.append(text, Math.min(at, text.length()), text.length()).toString();
    }

    /** Splits into at most so many parts; all when the number is below zero. */
    private static List<String> split(String text, String separator, long parts) {
        if (parts == 0) {
            return List.of();
        }
        var result = new ArrayList<String>();
        int at = 0;
        while (parts < 0 || result.size() < parts - 1) {
            int end = separator.isEmpty()
                    ? at < text.length() ? text.offsetByCodePoints(at, 1) : -1
                    : text.indexOf(separator, at);
            if (end < 0 || separator.isEmpty() && end == text.length()) {
                break;
            }
            result.add(text.substring(at, end));
            at = end + separator.length();
        }
        if (!(separator.isEmpty() && text.isEmpty())) {
            result.add(text.substring(at));
        }
        return result;
    }

    private static String join(List<?> list, String separator) {
        return list.stream().map(element -> {
            if (element instanceof String text) {
                return text;
            }
            throw Fault.of("join: non-string value found in list: %s", Texts.shown(element));
        }).collect(Collectors.joining(separator));
    }

    private static String part(String text, long from, long to) {
        int length = Texts.length(text);
        if (from < 0 || from > length) {
            throw Fault.of("index out of range: %d", from);
        }
        if (to < 0 || to > length) {
            throw Fault.of("index out of range: %d", to);
        }
        if (from > to) {
            throw Fault.of("invalid substring range. start: %d, end: %d", from, to);
        }
        return Texts.part(text, from, to);
    }

    private static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isSpace(char c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\u0085';
    }

    private static String quote(String text) {
        var quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\u0007' -> quoted.append("\\a");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '\u000b' -> quoted.append("\\v");
                case '\\' -> quoted.append("\\\\");
                case '"' -> quoted.append("\\\"");
                default -> quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
