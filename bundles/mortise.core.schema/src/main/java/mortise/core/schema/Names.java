package mortise.core.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import mortise.api.Syntax;

/**
 * The syntax of names that {@link Syntax} does not have. Methods that return a list return everything that is wrong, as
 * causes of a status list it.
 */
public final class Names {

    /** Bytes that a label or the name part of a key may have. */
    public static final int LABEL_BYTES_MAX = 63;
    /** Bytes that a subdomain may have. */
    public static final int SUBDOMAIN_BYTES_MAX = 253;

    private static final String QUALIFIED_TEXT = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final String CONFIG_KEY_TEXT = "[-._a-zA-Z0-9]+";
    private static final String HEADER_TEXT = "[-A-Za-z0-9]+";
    private static final String PERCENT_TEXT = "[0-9]+%";
    private static final String C_IDENTIFIER_TEXT = "[A-Za-z_][A-Za-z0-9_]*";
    private static final String SUBDOMAIN_TEXT = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    private static final String WILDCARD_TEXT = "\\*\\." + SUBDOMAIN_TEXT;
    private static final String UNDERSCORE_TEXT =
            "[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?(\\.[a-z0-9_]([-_a-z0-9]*[a-z0-9_])?)*";

    private static final Pattern QUALIFIED = Pattern.compile(QUALIFIED_TEXT);
    private static final Pattern CONFIG_KEY = Pattern.compile(CONFIG_KEY_TEXT);
    private static final Pattern HEADER = Pattern.compile(HEADER_TEXT);
    private static final Pattern PERCENT = Pattern.compile(PERCENT_TEXT);
    private static final Pattern C_IDENTIFIER = Pattern.compile(C_IDENTIFIER_TEXT);
    private static final Pattern WILDCARD = Pattern.compile(WILDCARD_TEXT);
    private static final Pattern UNDERSCORE = Pattern.compile(UNDERSCORE_TEXT);
    private static final Pattern PORT_CHARSET = Pattern.compile("[-a-z0-9]+");
    private static final Pattern PORT_LETTER = Pattern.compile(".*[a-z].*");

    private static final int PORT_NAME_CHARS_MAX = 15;
    private static final String QUALIFIED_RULE =
            regex("must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
                    + " alphanumeric character", QUALIFIED_TEXT, "MyName", "my.name", "123-abc");

    private Names() {
    }

    /** Returns how many bytes a text has in UTF-8. */
    public static int bytes(String text) {
        // Most texts are ASCII, so only those with something else are encoded to count.
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return text.getBytes(StandardCharsets.UTF_8).length;
            }
        }
        return text.length();
    }

    /** Qualified name: a label's key, a finalizer, a resource name. */
    public static List<String> qualified(String text) {
        if (Syntax.labelKey(text).isEmpty()) {
            return List.of();
        }
        var wrong = new ArrayList<String>();
        int slash = text.indexOf('/');
        if (slash != text.lastIndexOf('/')) {
            return List.of("a valid label key " + QUALIFIED_RULE
                    + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
        }
        if (slash == 0) {
            wrong.add("prefix part must be non-empty");
        } else if (slash > 0) {
            Syntax.subdomain(text.substring(0, slash)).ifPresent(why -> wrong.add("prefix part " + why));
        }
        String name = text.substring(slash + 1);
        if (name.isEmpty()) {
            wrong.add("name part must be non-empty");
        } else if (bytes(name) > LABEL_BYTES_MAX) {
            wrong.add("name part must be no more than " + LABEL_BYTES_MAX + " bytes");
        }
        if (name.length() <= SUBDOMAIN_BYTES_MAX && !QUALIFIED.matcher(name).matches()) {
            wrong.add("name part " + QUALIFIED_RULE);
        }
        return wrong;
    }

    /** Port name of a container or a target port (IANA service name): at most 15 of a-z, 0-9 and hyphens. */
    public static List<String> portName(String text) {
        return isPortName(text) ? List.of() : portNameFaults(text);
    }

    private static boolean isPortName(String text) {
        boolean letter = false;
        char before = '-';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (!plain && (c != '-' || before == '-')) {
                return false;
            }
            letter |= c >= 'a';
            before = c;
        }
        return letter && before != '-' && text.length() <= PORT_NAME_CHARS_MAX;
    }

    private static List<String> portNameFaults(String text) {
        var wrong = new ArrayList<String>();
        if (bytes(text) > PORT_NAME_CHARS_MAX) {
            wrong.add("must be no more than " + PORT_NAME_CHARS_MAX + " characters");
        }
        if (!PORT_CHARSET.matcher(text).matches()) {
            wrong.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (!PORT_LETTER.matcher(text).matches()) {
            wrong.add("must contain at least one letter (a-z)");
        }
        if (text.contains("--")) {
            wrong.add("must not contain consecutive hyphens");
        }
        if (text.startsWith("-") || text.endsWith("-")) {
            wrong.add("must not begin or end with a hyphen");
        }
        return wrong;
    }

    /** Name of an environment variable: printable ASCII without {@code =}. */
    public static List<String> envVar(String text) {
        if (text.isEmpty()) {
            return List.of("environment variable name must be non-empty");
        }
        boolean fine = true;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            fine &= c >= ' ' && c <= '~' && c != '=';
        }
        return fine ? List.of()
                : List.of("a valid environment variable name must consist only of printable ASCII characters"
                        + " other than '='");
    }

    /** Key of a config map or secret, at most 253 bytes. */
    public static List<String> configKey(String text) {
        var wrong = new ArrayList<String>();
        if (bytes(text) > SUBDOMAIN_BYTES_MAX) {
            wrong.add("must be no more than " + SUBDOMAIN_BYTES_MAX + " characters");
        }
        if (!CONFIG_KEY.matcher(text).matches()) {
            wrong.add(regex("a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
                    CONFIG_KEY_TEXT, "key.name", "KEY_NAME", "key-name"));
        }
        if (text.equals(".") || text.equals("..")) {
            wrong.add("must not be '" + text + "'");
        } else if (text.startsWith("..")) {
            wrong.add("must not start with '..'");
        }
        return wrong;
    }

    /** Name of an HTTP header. */
    public static Optional<String> httpHeader(String text) {
        return HEADER.matcher(text).matches() ? Optional.empty()
                : Optional.of(regex("a valid HTTP header must consist of alphanumeric characters or '-'",
                        HEADER_TEXT, "X-Header-Name"));
    }

    /** Percentage such as {@code 25%}. */
    public static Optional<String> percent(String text) {
        return PERCENT.matcher(text).matches() ? Optional.empty()
                : Optional.of(regex("a valid percent string must be a numeric string followed by an ending '%'",
                        PERCENT_TEXT, "1%", "93%"));
    }

    /** Identifier of the C language. */
    public static Optional<String> identifier(String text) {
        return C_IDENTIFIER.matcher(text).matches() ? Optional.empty()
                : Optional.of(regex("a valid C identifier must start with alphabetic character or '_', followed by a"
                        + " string of alphanumeric characters or '_'", C_IDENTIFIER_TEXT,
                        "my_name", "MY_NAME", "MyName"));
    }

    /** Subdomain with a leading {@code *.}. */
    public static List<String> wildcardSubdomain(String text) {
        var wrong = new ArrayList<String>();
        if (bytes(text) > SUBDOMAIN_BYTES_MAX) {
            return List.of("must be no more than " + SUBDOMAIN_BYTES_MAX + " characters");
        }
        if (!WILDCARD.matcher(text).matches()) {
            wrong.add(regex("a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain,"
                    + " which must consist of lower case alphanumeric characters, '-' or '.' and end with an"
                    + " alphanumeric character", WILDCARD_TEXT, "*.example.com"));
        }
        return wrong;
    }

    /** Subdomain in which underscores may stand, as in search domains of DNS. */
    public static List<String> subdomainWithUnderscore(String text) {
        if (bytes(text) > SUBDOMAIN_BYTES_MAX) {
            return List.of("must be no more than " + SUBDOMAIN_BYTES_MAX + " characters");
        }
        return UNDERSCORE.matcher(text).matches() ? List.of()
                : List.of(regex("a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters,"
                        + " '-', '_' or '.', and must start and end with an alphanumeric character",
                        UNDERSCORE_TEXT, "example.com"));
    }

    private static String regex(String rule, String pattern, String... examples) {
        var text = new StringBuilder(rule).append(" (e.g. ");
        for (int at = 0; at < examples.length; at++) {
            text.append(at > 0 ? " or " : "").append('\'').append(examples[at]).append("', ");
        }
        return text.append("regex used for validation is '").append(pattern).append("')").toString();
    }
}
