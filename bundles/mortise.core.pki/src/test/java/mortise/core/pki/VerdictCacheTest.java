package mortise.core.pki;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictCacheTest {

    private static final Instant NOW = Instant.parse("2030-06-01T12:00:00Z");

    private final TrustedAuthorities trusted = TrustedAuthorities.union(List.of());
    private final VerdictCache<String> cache = new VerdictCache<>(2);

    private void put(String fingerprint) {
        cache.put(fingerprint, new VerdictCache.Verdict<>(fingerprint, trusted, NOW.plusSeconds(60)));
    }

    @Test
    void noMoreVerdictsAreKeptThanTheLimit() {
        for (String fingerprint : List.of("a", "b", "a", "c")) {
            if (cache.get(fingerprint, trusted, NOW).isEmpty()) {
                put(fingerprint);
            }
        }
        assertThat(cache.size()).isEqualTo(2);
        assertThat(cache.get("a", trusted, NOW)).as("used last but one").isPresent();
        assertThat(cache.get("b", trusted, NOW)).as("not used for the longest time").isEmpty();
    }

    @Test
    void aVerdictEndsInTimeAndWithItsAuthorities() {
        put("a");
        assertThat(cache.get("a", trusted, NOW.plusSeconds(59))).contains("a");
        assertThat(cache.get("a", trusted, NOW.plusSeconds(60))).isEmpty();
        assertThat(cache.get("a", TrustedAuthorities.union(List.of()), NOW)).isEmpty();
    }
}
