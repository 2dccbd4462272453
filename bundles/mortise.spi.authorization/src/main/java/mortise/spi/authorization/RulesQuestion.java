package mortise.spi.authorization;

import mortise.api.UserInfo;

/**
 * What may this user do there?
 *
 * @param user who
 * @param namespace the namespace; empty for what holds everywhere, whatever the namespace
 */
public record RulesQuestion(UserInfo user, String namespace) {
}
