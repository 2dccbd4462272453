package mortise.core.http.negotiate;

import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.ApiException;
import mortise.core.http.exchange.Query;

/** Reads parameters of simple types. Pure. */
final class ParameterParser {

    private ParameterParser() {
    }

    /** Reads an integer; an empty text is none. */
    static OptionalLong number(Query query, String name) {
        String text = query.first(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException notANumber) {
            throw ApiException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    /** Reads a flag that may be missing. */
    static Optional<Boolean> flag(Query query, String name) {
        return query.has(name) ? Optional.of(query.flag(name)) : Optional.empty();
    }

    /** Reads a text that is missing when it is empty. */
    static Optional<String> text(Query query, String name) {
        String text = query.first(name);
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
