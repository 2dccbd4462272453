package mortise.authn.jwt;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an authentication configuration says, before it is checked. Texts that are not given are empty. Immutable.
 *
 * @param jwt the authenticators
 * @param anonymous who may be anonymous; nothing when that is not said
 */
record AuthenticationSettings(List<Jwt> jwt, Optional<Anonymous> anonymous) {

    static final AuthenticationSettings NOTHING = new AuthenticationSettings(List.of(), Optional.empty());

    /**
     * Who may be anonymous.
     *
     * @param enabled whether anybody may
     * @param paths the only paths where that holds; empty for all
     */
    record Anonymous(boolean enabled, List<String> paths) {
    }

    /**
     * An authenticator of one issuer.
     *
     * @param algorithms signature algorithms that are accepted
     */
    record Jwt(Issuer issuer, List<ClaimRule> claimRules, Mappings mappings, List<UserRule> userRules,
            Set<String> algorithms) {
    }

    /** Who issues tokens, and for whom. */
    record Issuer(String url, String discoveryUrl, String certificateAuthority, List<String> audiences,
            String audienceMatchPolicy, String egressSelectorType) {
    }

    /** A claim that must have a value, or an expression over claims that must be true. */
    record ClaimRule(String claim, String requiredValue, String expression, String message) {
    }

    /** An expression over the user that must be true. */
    record UserRule(String expression, String message) {
    }

    /** Where the parts of an identity come from. */
    record Mappings(Source username, Source groups, Source uid, List<Extra> extra) {
    }

    /** A claim, perhaps with a prefix for its values, or an expression over claims. */
    record Source(String claim, Optional<String> prefix, String expression) {

        static final Source NONE = new Source("", Optional.empty(), "");

        boolean isGiven() {
            return !claim.isEmpty() || !expression.isEmpty();
        }
    }

    /** An extra attribute of users. */
    record Extra(String key, String valueExpression) {
    }
}
