package mortise.authn.serviceaccount;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import mortise.api.LastUsed;
import mortise.spi.authentication.Authentication;
import org.jspecify.annotations.Nullable;

/**
 * Tokens whose signature was found good, by their digest: checking one takes longer than everything else about a
 * request. For any number of threads.
 */
final class KnownTokens {


    /** In order of use, the one not used for the longest time first. Guarded by itself. */
    private final Map<String, Known> tokens;

    KnownTokens(int entriesMax) {
        tokens = new LastUsed<>(entriesMax);
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
