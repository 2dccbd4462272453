package mortise.spi.group;

import java.util.Optional;
import java.util.function.Function;
import mortise.api.Syntax;

/** Syntax of the names of a resource's objects. */
public enum NameRule {
    /** RFC 1123 subdomain, at most 253 bytes. */
    SUBDOMAIN(Syntax::subdomain),
    /** RFC 1123 label, at most 63 bytes. */
    LABEL(Syntax::label),
    /** RFC 1035 label, at most 63 bytes. */
    LABEL_1035(Syntax::label1035),
    /** Anything that can stand alone in a URL path. */
    PATH_SEGMENT(Syntax::pathSegment);

    private final Function<String, Optional<String>> check;

    NameRule(Function<String, Optional<String>> check) {
        this.check = check;
    }

    /** Returns what is wrong with a name, or nothing. */
    public Optional<String> check(String name) {
        return check.apply(name);
    }
}
