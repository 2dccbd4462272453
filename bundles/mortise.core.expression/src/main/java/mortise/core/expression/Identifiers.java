package mortise.core.expression;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Names of fields as expressions write them: {@code foo.bar} is {@code foo__dot__bar}. */
final class Identifiers {

    private static final Set<String> RESERVED = Set.of("true", "false", "null", "in", "as", "break", "const",
            "continue", "else", "for", "function", "if", "import", "let", "loop", "package", "namespace", "return",
            "var", "void", "while");
    private static final Pattern ESCAPABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");

    private static final Pattern ESCAPE = Pattern.compile("__(underscores|dot|dash|slash)__");
    private static final Map<String, String> PLAIN = Map.of("underscores", "__", "dot", ".", "dash", "-", "slash", "/");
    private static final int FRAME = 2;

    private Identifiers() {
    }

    /** Returns how a field is written; nothing when it cannot be. */
    static Optional<String> escape(String name) {
        if (RESERVED.contains(name)) {
            return Optional.of("__" + name + "__");
        }
        if (!ESCAPABLE.matcher(name).matches()) {
            return Optional.empty();
        }
        return Optional.of(name.replace("__", "__underscores__").replace(".", "__dot__").replace("-", "__dash__")
                .replace("/", "__slash__"));
    }

    /** Returns the name of a field that is written so. */
    static String unescape(String written) {
        int length = written.length();
        if (!written.contains("__")) {
            return written;
        }
        if (length > 2 * FRAME && written.startsWith("__") && written.endsWith("__")
                && RESERVED.contains(written.substring(FRAME, length - FRAME))) {
            return written.substring(FRAME, length - FRAME);
        }
        return ESCAPE.matcher(written).replaceAll(match -> PLAIN.getOrDefault(match.group(1), match.group()));
    }
}
