package mortise.spi.authentication;

import java.util.List;
import java.util.Optional;
import mortise.api.UserInfo;

/**
 * What became known of a token.
 *
 * @param user whose it is, with the groups that the core adds; nothing when nobody accepted it
 * @param audiences those of the asked audiences that it is meant for; empty when nobody accepted it
 * @param problems why it was not accepted, texts that quote nothing of the token; empty when it was accepted
 */
public record TokenFindings(Optional<UserInfo> user, List<String> audiences, List<String> problems) {

    public TokenFindings {
        audiences = List.copyOf(audiences);
        problems = List.copyOf(problems);
    }
}
