package mortise.authn.x509;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import mortise.spi.authentication.Authentication;
import org.jspecify.annotations.Nullable;

/** The verdicts on the chains seen last, by fingerprint. For any number of threads. */
final class VerdictCache {

    private static final float LOAD_FACTOR = 0.75f;

    /** In order of use, the one not used for the longest time first. Guarded by itself. */
    private final Map<String, Verdict> verdicts;

    VerdictCache(int entriesMax) {
        verdicts = new LinkedHashMap<>(16, LOAD_FACTOR, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Verdict> eldest) {
                return size() > entriesMax;
            }
        };
    }

    /**
     * What was found out about a chain.
     *
     * @param answer what it proves
     * @param trusted the authorities it was checked against
     * @param until when the answer ends, exclusive
     */
    record Verdict(Authentication answer, TrustedAuthorities trusted, Instant until) {
    }

    /** Returns the answer if it was found with these very authorities and still holds. */
    Optional<Authentication> get(String fingerprint, TrustedAuthorities trusted, Instant now) {
        @Nullable Verdict verdict;
        synchronized (verdicts) {
            verdict = verdicts.get(fingerprint);
        }
        return verdict != null && verdict.trusted() == trusted && now.isBefore(verdict.until())
                ? Optional.of(verdict.answer()) : Optional.empty();
    }

    void put(String fingerprint, Verdict verdict) {
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
