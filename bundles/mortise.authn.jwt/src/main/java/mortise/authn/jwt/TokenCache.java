package mortise.authn.jwt;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import mortise.spi.authentication.Authentication;
import org.jspecify.annotations.Nullable;

/** Answers about good tokens, by their digest, for a short while. For any number of threads. */
final class TokenCache {

    private static final float LOAD_FACTOR = 0.75f;

    /** In order of use, the one not used for the longest time first. Guarded by itself. */
    private final Map<String, Known> tokens;

    private record Known(Authentication answer, Instant from, Instant until) {
    }

    TokenCache(int entriesMax) {
        tokens = new LinkedHashMap<>(16, LOAD_FACTOR, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
                return size() > entriesMax;
            }
        };
    }

    static String digest(String text) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
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
