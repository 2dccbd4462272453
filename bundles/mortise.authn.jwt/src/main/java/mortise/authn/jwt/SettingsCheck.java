package mortise.authn.jwt;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mortise.authn.jwt.AuthenticationSettings.ClaimRule;
import mortise.authn.jwt.AuthenticationSettings.Extra;
import mortise.authn.jwt.AuthenticationSettings.Issuer;
import mortise.authn.jwt.AuthenticationSettings.Jwt;
import mortise.authn.jwt.AuthenticationSettings.Mappings;
import mortise.authn.jwt.AuthenticationSettings.Source;
import mortise.authn.jwt.AuthenticationSettings.UserRule;
import mortise.authn.jwt.Rules.Purpose;
import mortise.core.expression.CompileException;
import mortise.core.settings.Problems;

/** Checks everything about an authentication configuration that can be checked without a token. For one thread. */
final class SettingsCheck {

    static final int AUTHENTICATORS_MAX = 64;

    private static final String MATCH_ANY = "MatchAny";
    private static final String BOTH = "claim and expression can't both be set";
    private static final String LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
    private static final Pattern DOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern URL_PATH = Pattern.compile("[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+");
    private static final int DOMAIN_CHARS_MAX = 253;

    private final Problems problems = new Problems();
    private final Set<String> ownIssuers;
    private final List<String> ownDomains;

    private SettingsCheck(Set<String> ownIssuers, List<String> ownDomains) {
        this.ownIssuers = new TreeSet<>(ownIssuers);
        this.ownDomains = ownDomains.stream().distinct().toList();
    }

    /**
     * Checks a configuration.
     *
     * @param ownIssuers issuers of the tokens of service accounts
     * @param ownDomains domains whose extra attributes are this server's, with their subdomains
     * @throws IllegalArgumentException with all that is wrong, each with the path of its field
     */
    static void check(AuthenticationSettings settings, Set<String> ownIssuers, List<String> ownDomains) {
        var check = new SettingsCheck(ownIssuers, ownDomains);
        check.authenticators(settings.jwt());
        settings.anonymous().ifPresent(anonymous -> {
            if (!anonymous.enabled() && !anonymous.paths().isEmpty()) {
                check.problems.invalid("anonymous.conditions", String.join(",", anonymous.paths()),
                        "enabled should be set to true when conditions are defined");
            }
        });
        check.problems.throwIfAny("");
    }

    private void authenticators(List<Jwt> all) {
        if (all.size() > AUTHENTICATORS_MAX) {
            problems.tooMany("jwt", all.size(), AUTHENTICATORS_MAX);
            return;
        }
        var urls = new HashSet<String>();
        var discoveryUrls = new HashSet<String>();
        for (int i = 0; i < all.size(); i++) {
            String path = "jwt[" + i + "]";
            Jwt jwt = all.get(i);
            issuer(jwt.issuer(), path + ".issuer");
            unique(urls, jwt.issuer().url(), path + ".issuer.url");
            if (!jwt.issuer().discoveryUrl().isEmpty()) {
                unique(discoveryUrls, jwt.issuer().discoveryUrl(), path + ".issuer.discoveryURL");
            }
            claimRules(jwt.claimRules(), path + ".claimValidationRules");
            mappings(jwt, path + ".claimMappings");
            userRules(jwt.userRules(), path + ".userValidationRules");
        }
    }

    private boolean unique(Set<String> seen, String value, String path) {
        if (!seen.add(value)) {
            problems.duplicate(path, value);
            return false;
        }
        return true;
    }

    private void issuer(Issuer issuer, String path) {
        if (issuer.url().isEmpty()) {
            problems.required(path + ".url", "");
        } else {
            if (ownIssuers.contains(issuer.url())) {
                problems.invalid(path + ".url", issuer.url(),
                        "URL must not overlap with disallowed issuers: [" + String.join(" ", ownIssuers) + "]");
            }
            url(issuer.url(), path + ".url");
        }
        if (!issuer.discoveryUrl().isEmpty()) {
            if (!issuer.url().isEmpty() && trimmed(issuer.discoveryUrl()).equals(trimmed(issuer.url()))) {
                problems.invalid(path + ".discoveryURL", issuer.discoveryUrl(),
                        "discoveryURL must be different from URL");
            }
            url(issuer.discoveryUrl(), path + ".discoveryURL");
        }
        audiences(issuer, path);
        if (!issuer.certificateAuthority().isEmpty()) {
            try {
                Documents.authorities(issuer.certificateAuthority());
            } catch (IllegalArgumentException broken) {
                problems.invalid(path + ".certificateAuthority", "<omitted>", String.valueOf(broken.getMessage()));
            }
        }
        if (!issuer.egressSelectorType().isEmpty()) {
            problems.invalid(path + ".egressSelectorType", issuer.egressSelectorType(),
                    "egress selector is not supported by this server");
        }
    }

    private static String trimmed(String url) {
        return url.replaceAll("/+$", "");
    }

    private void url(String text, String path) {
        try {
            URI url = new URI(text);
            if (!"https".equalsIgnoreCase(url.getScheme())) {
                problems.invalid(path, text, "URL scheme must be https");
            } else if (url.getHost() == null && url.getRawUserInfo() == null) {
                problems.invalid(path, text, "URL must have a host");
            }
            if (url.getRawUserInfo() != null) {
                problems.invalid(path, text, "URL must not contain a username or password");
            }
            if (url.getRawQuery() != null && !url.getRawQuery().isEmpty()) {
                problems.invalid(path, text, "URL must not contain a query");
            }
            if (url.getRawFragment() != null && !url.getRawFragment().isEmpty()) {
                problems.invalid(path, text, "URL must not contain a fragment");
            }
        } catch (URISyntaxException broken) {
            problems.invalid(path, text, "URL cannot be parsed: " + broken.getReason());
        }
    }

    private void audiences(Issuer issuer, String path) {
        List<String> audiences = issuer.audiences();
        if (audiences.isEmpty()) {
            problems.required(path + ".audiences", "at least one " + path + ".audiences is required");
            return;
        }
        var seen = new HashSet<String>();
        for (int i = 0; i < audiences.size(); i++) {
            if (audiences.get(i).isEmpty()) {
                problems.required(path + ".audiences[" + i + "]", "");
            }
            unique(seen, audiences.get(i), path + ".audiences[" + i + "]");
        }
        String policy = issuer.audienceMatchPolicy();
        if (audiences.size() > 1 && !policy.equals(MATCH_ANY)) {
            problems.invalid(path + ".audienceMatchPolicy", policy,
                    "audienceMatchPolicy must be MatchAny for multiple audiences");
        }
        if (audiences.size() == 1 && !policy.isEmpty() && !policy.equals(MATCH_ANY)) {
            problems.invalid(path + ".audienceMatchPolicy", policy,
                    "audienceMatchPolicy must be empty or MatchAny for single audience");
        }
    }

    private void claimRules(List<ClaimRule> rules, String parent) {
        var claims = new HashSet<String>();
        var expressions = new HashSet<String>();
        for (int i = 0; i < rules.size(); i++) {
            ClaimRule rule = rules.get(i);
            String path = parent + "[" + i + "]";
            if (!rule.claim().isEmpty() && !rule.expression().isEmpty()) {
                problems.invalid(path, rule.claim(), BOTH);
            } else if (!rule.claim().isEmpty()) {
                if (!rule.message().isEmpty()) {
                    problems.invalid(path + ".message", rule.message(), "may not be specified when claim is set");
                }
                unique(claims, rule.claim(), path + ".claim");
            } else if (rule.expression().isEmpty()) {
                problems.required(path, "claim or expression is required");
            } else {
                if (!rule.requiredValue().isEmpty()) {
                    problems.invalid(path + ".requiredValue", rule.requiredValue(),
                            "may not be specified when expression is set");
                }
                if (unique(expressions, rule.expression(), path + ".expression")) {
                    expression(rule.expression(), Purpose.CLAIM_RULE, path + ".expression");
                }
            }
        }
    }

    private void mappings(Jwt jwt, String path) {
        Mappings mappings = jwt.mappings();
        if (!mappings.username().isGiven()) {
            problems.required(path + ".username", "claim or expression is required");
        }
        prefixed(mappings.username(), Purpose.TEXT, path + ".username");
        prefixed(mappings.groups(), Purpose.TEXTS, path + ".groups");
        Source uid = mappings.uid();
        if (!uid.claim().isEmpty() && !uid.expression().isEmpty()) {
            problems.invalid(path + ".uid", "", BOTH);
        } else if (!uid.expression().isEmpty()) {
            expression(uid.expression(), Purpose.TEXT, path + ".uid.expression");
        }
        var keys = new HashSet<String>();
        for (int i = 0; i < mappings.extra().size(); i++) {
            extra(mappings.extra().get(i), keys, path + ".extra[" + i + "]");
        }
        verifiedEmail(jwt, path);
    }

    private void prefixed(Source source, Purpose purpose, String path) {
        if (!source.claim().isEmpty() && !source.expression().isEmpty()) {
            problems.invalid(path, "", BOTH);
        } else if (!source.expression().isEmpty()) {
            source.prefix().ifPresent(prefix -> problems.invalid(path + ".prefix", prefix,
                    "may not be specified when expression is set"));
            expression(source.expression(), purpose, path + ".expression");
        } else if (!source.claim().isEmpty() && source.prefix().isEmpty()) {
            problems.required(path + ".prefix", "prefix is required when claim is set."
                    + " It can be set to an empty string to disable prefixing");
        }
    }

    private void extra(Extra extra, Set<String> keys, String path) {
        String key = extra.key();
        domainPrefixed(key, path + ".key");
        if (!key.equals(key.toLowerCase(Locale.ROOT))) {
            problems.invalid(path + ".key", key, "must be lowercase");
        }
        String domain = key.substring(0, Math.max(0, key.indexOf('/')));
        if (ownDomains.stream().anyMatch(own -> domain.equals(own) || domain.endsWith("." + own))) {
            problems.invalid(path + ".key", key,
                    String.join(", ", ownDomains) + " and their subdomains are reserved for Kubernetes use");
        }
        if (unique(keys, key, path + ".key")) {
            if (extra.valueExpression().isEmpty()) {
                problems.required(path + ".valueExpression", "");
            } else {
                expression(extra.valueExpression(), Purpose.TEXTS, path + ".valueExpression");
            }
        }
    }

    private void domainPrefixed(String key, String path) {
        int slash = key.indexOf('/');
        if (key.isEmpty()) {
            problems.required(path, "");
        } else if (slash <= 0 || slash == key.length() - 1) {
            problems.invalid(path, key, "must be a domain-prefixed path (such as \"acme.io/foo\")");
        } else if (slash > DOMAIN_CHARS_MAX
                || !DOMAIN.matcher(key.substring(0, slash).toLowerCase(Locale.ROOT)).matches()
                || !URL_PATH.matcher(key.substring(slash + 1)).matches()) {
            problems.invalid(path, key, "must be a domain name, a slash and a path of a URL");
        }
    }

    /** An e-mail address that nobody has verified is whatever its holder likes. */
    private void verifiedEmail(Jwt jwt, String path) {
        String username = jwt.mappings().username().expression();
        boolean verified = Stream.of(Stream.of(username),
                        jwt.mappings().extra().stream().map(Extra::valueExpression),
                        jwt.claimRules().stream().map(ClaimRule::expression))
                .flatMap(sources -> sources).anyMatch(source -> Rules.readsClaim(source, "email_verified"));
        if (Rules.readsClaim(username, "email") && !verified) {
            problems.invalid(path + ".username.expression", username, "claims.email_verified must be used in"
                    + " claimMappings.username.expression or claimMappings.extra[*].valueExpression or"
                    + " claimValidationRules[*].expression when claims.email is used in"
                    + " claimMappings.username.expression");
        }
    }

    private void userRules(List<UserRule> rules, String parent) {
        var seen = new HashSet<String>();
        for (int i = 0; i < rules.size(); i++) {
            String source = rules.get(i).expression();
            String path = parent + "[" + i + "].expression";
            if (source.isEmpty()) {
                problems.required(path, "");
            } else if (unique(seen, source, path)) {
                expression(source, Purpose.USER_RULE, path);
            }
        }
    }

    private void expression(String source, Purpose purpose, String path) {
        try {
            Rules.compile(source, purpose);
        } catch (CompileException | RefusedException unusable) {
            problems.invalid(path, source, String.valueOf(unusable.getMessage()));
        }
    }
}
