package mortise.core.pki;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import mortise.api.LastUsed;
import org.jspecify.annotations.Nullable;

/**
 * The verdicts on the chains seen last, by fingerprint. For any number of threads.
 *
 * @param <T> what answers are
 */
final class VerdictCache<T> {


    /** In order of use, the one not used for the longest time first. Guarded by itself. */
    private final Map<String, Verdict<T>> verdicts;

    VerdictCache(int entriesMax) {
        verdicts = new LastUsed<>(entriesMax);
    }

    /**
     * What was found out about a chain.
     *
     * @param <T> what answers are
     * @param answer what it proves
     * @param trusted the authorities it was checked against
     * @param until when the answer ends, exclusive
     */
    record Verdict<T>(T answer, TrustedAuthorities trusted, Instant until) {
    }

    /** Returns the answer if it was found with these very authorities and still holds. */
    Optional<T> get(String fingerprint, TrustedAuthorities trusted, Instant now) {
        @Nullable Verdict<T> verdict;
        synchronized (verdicts) {
            verdict = verdicts.get(fingerprint);
        }
        return verdict != null && verdict.trusted() == trusted && now.isBefore(verdict.until())
                ? Optional.of(verdict.answer()) : Optional.empty();
    }

    void put(String fingerprint, Verdict<T> verdict) {
        synchronized (verdicts) {
            verdicts.put(fingerprint, verdict);
        }
    }

    int size() {
        synchronized (verdicts) {
            return verdicts.size();
        }
    }
}
