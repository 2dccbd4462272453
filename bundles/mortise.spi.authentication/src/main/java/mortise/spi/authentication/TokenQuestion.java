package mortise.spi.authentication;

import java.util.List;

/**
 * Whose token is this, and is it meant for one of these audiences?
 *
 * @param token a bearer token, never logged
 * @param audiences one of them is enough; empty for those of this server
 */
public record TokenQuestion(String token, List<String> audiences) {

    public TokenQuestion {
        audiences = List.copyOf(audiences);
    }

    /** Keeps the token out of logs. */
    @Override
    public String toString() {
        return "a token for " + audiences;
    }
}
