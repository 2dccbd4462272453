package mortise.authn.serviceaccount;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.spi.authentication.Authentication;
import org.jspecify.annotations.Nullable;

/**
 * Tokens whose signature was found good, by their digest: checking one takes longer than everything else about a
 * request. For any number of threads.
 */
final class KnownTokens {

    private static final float LOAD_FACTOR = 0.75f;

    /** In order of use, the one not used for the longest time first. Guarded by itself. */
    private final Map<String, Known> tokens;

    KnownTokens(int entriesMax) {
        tokens = new LinkedHashMap<>(16, LOAD_FACTOR, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
                return size() > entriesMax;
            }
        };
    }

    /** A token with a good signature. */
    static final class Known {

        private final Claims claims;
        private volatile @Nullable Verdict verdict;

        Known(Claims claims) {
            this.claims = claims;
        }

        Claims claims() {
            return claims;
        }

        /** Returns the last answer if it was for the same audiences and still holds, or {@code null}. */
        @Nullable Authentication answer(List<String> audiences, Instant now) {
            Verdict last = verdict;
            return last != null && last.audiences().equals(audiences) && now.isBefore(last.until())
                    && !now.isBefore(last.from()) ? last.answer() : null;
        }

        void remember(List<String> audiences, Authentication answer, Instant from, Instant until) {
            verdict = new Verdict(audiences, answer, from, until);
        }
    }

    private record Verdict(List<String> audiences, Authentication answer, Instant from, Instant until) {
    }

    static String digest(String token) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Nullable Known get(String digest) {
        synchronized (tokens) {
            return tokens.get(digest);
        }
    }

    void put(String digest, Known token) {
        synchronized (tokens) {
            tokens.put(digest, token);
        }
    }
}
