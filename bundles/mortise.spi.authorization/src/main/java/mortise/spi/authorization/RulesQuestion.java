package mortise.spi.authorization;

import mortise.api.UserInfo;

/**
 * What may this user do there?
 *
 * @param user who
 * @param namespace the namespace; never empty
 */
public record RulesQuestion(UserInfo user, String namespace) {
}
