package mortise.authn.jwt;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import mortise.api.LastUsed;
import mortise.spi.authentication.Authentication;
import org.jspecify.annotations.Nullable;

/** Answers about good tokens, by their digest, for a short while. For any number of threads. */
final class TokenCache {


    /** In order of use, the one not used for the longest time first. Guarded by itself. */
    private final Map<String, Known> tokens;

    private record Known(Authentication answer, Instant from, Instant until) {
    }

    TokenCache(int entriesMax) {
        tokens = new LastUsed<>(entriesMax);
    }

    Optional<Authentication> get(String digest, Instant now) {
        @Nullable Known known;
        synchronized (tokens) {
            known = tokens.get(digest);
        }
        return known != null && !now.isBefore(known.from()) && now.isBefore(known.until())
                ? Optional.of(known.answer()) : Optional.empty();
    }

    void put(String digest, Authentication answer, Instant from, Instant until) {
        synchronized (tokens) {
            tokens.put(digest, new Known(answer, from, until));
        }
    }
}
