package mortise.api;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The syntax of names, labels and keys. Each method returns what is wrong with a text, as messages word it, or nothing
 * when the text is fine.
 */
public final class Syntax {

    private static final String SUBDOMAIN_TEXT = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final String LABEL_TEXT = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final String LABEL_1035_TEXT = "[a-z]([-a-z0-9]*[a-z0-9])?";
    private static final String QUALIFIED_TEXT = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String VALUE_TEXT = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";

    private static final int SUBDOMAIN_BYTES_MAX = 253;
    private static final int LABEL_BYTES_MAX = 63;

    private static final String QUALIFIED_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
            + " character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '"
            + QUALIFIED_TEXT + "')";

    private Syntax() {
    }

    /** RFC 1123 subdomain, at most 253 bytes: the name of most objects. */
    public static Optional<String> subdomain(String text) {
        return check(text, it -> isDomain(it, it.length(), true), SUBDOMAIN_BYTES_MAX,
                "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
                + " and must start and end with an alphanumeric character (e.g. 'example.com', regex used for"
                + " validation is '" + SUBDOMAIN_TEXT + "')");
    }

    /** RFC 1123 label, at most 63 bytes: the name of a namespace. */
    public static Optional<String> label(String text) {
        return check(text, it -> isDomain(it, it.length(), false), LABEL_BYTES_MAX,
                "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start"
                + " and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation"
                + " is '" + LABEL_TEXT + "')");
    }

    /** RFC 1035 label, at most 63 bytes: a DNS label that starts with a letter. */
    public static Optional<String> label1035(String text) {
        return check(text, it -> isDomain(it, it.length(), false) && it.charAt(0) > '9', LABEL_BYTES_MAX,
                "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for"
                + " validation is '" + LABEL_1035_TEXT + "')");
    }

    /** A name that can stand alone in a URL path: the name of access-control objects. */
    public static Optional<String> pathSegment(String text) {
        if (text.equals(".") || text.equals("..")) {
            return Optional.of("may not be '" + text + "'");
        }
        if (text.indexOf('/') >= 0) {
            return Optional.of("may not contain '/'");
        }
        return text.indexOf('%') >= 0 ? Optional.of("may not contain '%'") : Optional.empty();
    }

    /** A label or annotation key, or a finalizer: a name of at most 63 bytes, with or without {@code subdomain/}. */
    public static Optional<String> labelKey(String text) {
        return isLabelKey(text) ? Optional.empty() : labelKeyFault(text);
    }

    private static boolean isLabelKey(String text) {
        int slash = text.indexOf('/');
        return text.length() - slash - 1 <= LABEL_BYTES_MAX && isQualified(text, slash + 1)
                && (slash < 0 || slash > 0 && slash <= SUBDOMAIN_BYTES_MAX && isDomain(text, slash, true));
    }

    private static Optional<String> labelKeyFault(String text) {
        int slash = text.indexOf('/');
        if (slash != text.lastIndexOf('/')) {
            return Optional.of("a valid label key " + QUALIFIED_RULE
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        if (slash == 0) {
            return Optional.of("prefix part must be non-empty");
        }
        if (slash > 0) {
            Optional<String> wrong = subdomain(text.substring(0, slash));
            if (wrong.isPresent()) {
                return wrong.map(why -> "prefix part " + why);
            }
        }
        String name = text.substring(slash + 1);
        if (name.isEmpty()) {
            return Optional.of("name part must be non-empty");
        }
        return check(name, it -> isQualified(it, 0), LABEL_BYTES_MAX, QUALIFIED_RULE).map(why -> "name part " + why);
    }

    /** A label value: empty, or at most 63 bytes that start and end with a letter or digit. */
    public static Optional<String> labelValue(String text) {
        return check(text, it -> it.isEmpty() || isQualified(it, 0), LABEL_BYTES_MAX,
                "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must"
                + " start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex"
                + " used for validation is '" + VALUE_TEXT + "')");
    }

    private static Optional<String> check(String text, Predicate<String> syntax, int bytesMax, String rule) {
        // The length first: it also bounds what has to be looked at. What the syntax allows is one byte each.
        if (text.length() <= bytesMax && syntax.test(text)) {
            return Optional.empty();
        }
        return text.getBytes(StandardCharsets.UTF_8).length > bytesMax
                ? Optional.of("must be no more than " + bytesMax + " bytes") : Optional.of(rule);
    }

    /** Lower-case letters, digits and hyphens up to an offset, no hyphen at either end; with dots, several of that. */
    private static boolean isDomain(String text, int end, boolean dots) {
        char before = '.';
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            boolean joins = c == '-' && before != '.' || c == '.' && dots && before != '.' && before != '-';
            if (!plain && !joins) {
                return false;
            }
            before = c;
        }
        return before != '.' && before != '-';
    }

    /** From an offset on, letters, digits, hyphens, underscores and dots, with a letter or digit at both ends. */
    private static boolean isQualified(String text, int from) {
        int last = text.length() - 1;
        for (int i = from; i <= last; i++) {
            char c = text.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!plain && (i == from || i == last || c != '-' && c != '_' && c != '.')) {
                return false;
            }
        }
        return last >= from;
    }
}
