package mortise.spi.group;

import java.util.Optional;
import java.util.function.Function;
import mortise.api.Syntax;

/** Syntax of the names of a resource's objects. */
public enum NameRule {
    /** RFC 1123 subdomain, at most 253 bytes. */
    SUBDOMAIN(Syntax::subdomain),
    /** RFC 1123 label, at most 63 bytes. */
    LABEL(NameRule::label),
    /** RFC 1035 label, at most 63 bytes. */
    LABEL_1035(Syntax::label1035),
    /** Anything that can stand alone in a URL path. */
    PATH_SEGMENT(Syntax::pathSegment);

    private static final int LABEL_CHARS_MAX = 63;

    private final Function<String, Optional<String>> check;

    NameRule(Function<String, Optional<String>> check) {
        this.check = check;
    }

    private static Optional<String> label(String name) {
        boolean dots = name.length() <= LABEL_CHARS_MAX && Syntax.subdomain(name).isEmpty();
        return Syntax.label(name).map(why -> dots ? "must not contain dots" : why);
    }

    /** Returns what is wrong with a name, or nothing. */
    public Optional<String> check(String name) {
        // Clients are told the lengths of names in characters, and those of labels in bytes.
        return check.apply(name).map(why -> why.endsWith(" bytes") ? why.replace(" bytes", " characters") : why);
    }
}
