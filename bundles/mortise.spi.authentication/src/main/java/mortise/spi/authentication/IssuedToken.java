package mortise.spi.authentication;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A signed token.
 *
 * @param token the token, a secret
 * @param audiences whom it is meant for; empty for a lasting token, which names nobody
 * @param lifetimeSeconds how long its holder should use it; less than was ordered when the server allows no more. 0
 *     for a lasting token
 * @param expires when its holder should have another one; nothing for a lasting token
 */
public record IssuedToken(
        String token, List<String> audiences, long lifetimeSeconds, Optional<Instant> expires) {

    public IssuedToken {
        audiences = List.copyOf(audiences);
    }

    /** Keeps the token out of logs. */
    @Override
    public String toString() {
        return "a token for " + audiences + " until " + expires;
    }
}
