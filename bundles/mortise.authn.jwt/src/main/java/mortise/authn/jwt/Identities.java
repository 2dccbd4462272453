package mortise.authn.jwt;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.UserInfo;
import mortise.authn.jwt.AuthenticationSettings.ClaimRule;
import mortise.authn.jwt.AuthenticationSettings.Extra;
import mortise.authn.jwt.AuthenticationSettings.Jwt;
import mortise.authn.jwt.AuthenticationSettings.Source;
import mortise.authn.jwt.AuthenticationSettings.UserRule;
import mortise.authn.jwt.Rules.Purpose;
import mortise.core.expression.Budget;
import mortise.core.expression.CompileException;
import mortise.core.expression.Expression;
import org.jspecify.annotations.Nullable;

/**
 * Makes identities of claims that were verified, as one authenticator is configured. Expressions are compiled once.
 * Immutable; any thread.
 */
final class Identities {

    private static final String CLAIMS = "claims";

    private final Mapped username;
    private final Mapped groups;
    private final Mapped uid;
    private final Map<String, Expression> extra = new LinkedHashMap<>();
    private final List<CompiledRule<ClaimRule>> claimRules = new ArrayList<>();
    private final List<CompiledRule<UserRule>> userRules = new ArrayList<>();

    /** A source of values, with its expression if it is one. */
    private record Mapped(Source source, Optional<Expression> expression) {
    }

    private record CompiledRule<T>(T rule, Optional<Expression> expression) {
    }

    /** Compiles what {@link SettingsCheck} has found good. */
    Identities(Jwt jwt) {
        username = mapped(jwt.mappings().username(), Purpose.TEXT);
        groups = mapped(jwt.mappings().groups(), Purpose.TEXTS);
        uid = mapped(jwt.mappings().uid(), Purpose.TEXT);
        for (Extra attribute : jwt.mappings().extra()) {
            compiled(attribute.valueExpression(), Purpose.TEXTS)
                    .ifPresent(expression -> extra.put(attribute.key(), expression));
        }
        for (ClaimRule rule : jwt.claimRules()) {
            claimRules.add(new CompiledRule<>(rule, compiled(rule.expression(), Purpose.CLAIM_RULE)));
        }
        for (UserRule rule : jwt.userRules()) {
            userRules.add(new CompiledRule<>(rule, compiled(rule.expression(), Purpose.USER_RULE)));
        }
    }

    private static Mapped mapped(Source source, Purpose purpose) {
        return new Mapped(source, compiled(source.expression(), purpose));
    }

    private static Optional<Expression> compiled(String source, Purpose purpose) {
        try {
            return source.isEmpty() ? Optional.empty() : Optional.of(Rules.compile(source, purpose));
        } catch (CompileException | RefusedException unusable) {
            throw new IllegalStateException("a configuration that was not checked: " + unusable.getMessage(),
                    unusable);
        }
    }

    /** @throws RefusedException when a claim that is needed is missing or wrong, or a rule says no */
    UserInfo of(Map<String, ? extends @Nullable Object> claims) throws RefusedException {
        var budget = Budget.of(Rules.COST_PER_TOKEN);
        for (CompiledRule<ClaimRule> rule : claimRules) {
            check(rule, claims, budget);
        }
        var user = new UserInfo(name(claims, budget), uid(claims, budget), groups(claims, budget),
                extra(claims, budget));
        checkUser(user, budget);
        return user;
    }

    private static void check(CompiledRule<ClaimRule> compiled, Map<String, ? extends @Nullable Object> claims,
            Budget budget) throws RefusedException {
        ClaimRule rule = compiled.rule();
        if (compiled.expression().isPresent()) {
            if (!Boolean.TRUE.equals(Rules.evaluate(compiled.expression().get(), CLAIMS, claims, budget))) {
                throw new RefusedException("claim validation failed: "
                        + (rule.message().isEmpty() ? rule.expression() + " is not true" : rule.message()));
            }
        } else if (!claims.containsKey(rule.claim())) {
            throw new RefusedException("required claim " + rule.claim() + " not present in ID token");
        } else if (!rule.requiredValue().equals(claims.get(rule.claim()))) {
            throw new RefusedException("required claim " + rule.claim() + " value does not match");
        }
    }

    private String name(Map<String, ? extends @Nullable Object> claims, Budget budget) throws RefusedException {
        String name;
        if (username.expression().isPresent()) {
            name = text(Rules.evaluate(username.expression().get(), CLAIMS, claims, budget), "the user name");
        } else {
            String claim = username.source().claim();
            name = text(claims.get(claim), "claim " + claim);
            if (claim.equals("email")) {
                requireVerified(claims);
            }
        }
        if (name.isEmpty()) {
            throw new RefusedException("the user name is empty");
        }
        return username.source().prefix().orElse("") + name;
    }

    /** A provider that says nothing of it vouches for the address. */
    private static void requireVerified(Map<String, ? extends @Nullable Object> claims) throws RefusedException {
        if (claims.containsKey("email_verified") && !Boolean.TRUE.equals(claims.get("email_verified"))) {
            throw new RefusedException("email not verified");
        }
    }

    private String uid(Map<String, ? extends @Nullable Object> claims, Budget budget) throws RefusedException {
        if (uid.expression().isPresent()) {
            return text(Rules.evaluate(uid.expression().get(), CLAIMS, claims, budget), "the uid");
        }
        String claim = uid.source().claim();
        return claim.isEmpty() ? "" : text(claims.get(claim), "claim " + claim);
    }

    private List<String> groups(Map<String, ? extends @Nullable Object> claims, Budget budget)
            throws RefusedException {
        if (groups.expression().isPresent()) {
            return texts(Rules.evaluate(groups.expression().get(), CLAIMS, claims, budget), "the groups");
        }
        String claim = groups.source().claim();
        if (claim.isEmpty() || !claims.containsKey(claim)) {
            return List.of();
        }
        String prefix = groups.source().prefix().orElse("");
        return texts(claims.get(claim), "claim " + claim).stream().map(group -> prefix + group).toList();
    }

    private Map<String, List<String>> extra(Map<String, ? extends @Nullable Object> claims, Budget budget)
            throws RefusedException {
        var all = new LinkedHashMap<String, List<String>>();
        for (Map.Entry<String, Expression> attribute : extra.entrySet()) {
            List<String> values = texts(Rules.evaluate(attribute.getValue(), CLAIMS, claims, budget),
                    "extra attribute " + attribute.getKey());
            if (!values.isEmpty()) {
                all.put(attribute.getKey(), values);
            }
        }
        return all;
    }

    private void checkUser(UserInfo user, Budget budget) throws RefusedException {
        if (userRules.isEmpty()) {
            return;
        }
        Map<String, Object> seen = Map.of("username", user.name(), "uid", user.uid(), "groups", user.groups(),
                "extra", user.extra());
        for (CompiledRule<UserRule> compiled : userRules) {
            Expression expression = compiled.expression().orElseThrow();
            if (!Boolean.TRUE.equals(Rules.evaluate(expression, "user", seen, budget))) {
                String message = compiled.rule().message();
                throw new RefusedException("user validation failed: "
                        + (message.isEmpty() ? expression.source() + " is not true" : message));
            }
        }
    }

    private static String text(@Nullable Object value, String what) throws RefusedException {
        if (value instanceof String text) {
            return text;
        }
        throw new RefusedException(what + " is not a string");
    }

    /** Returns the texts of a list, or the one that stands there instead; empty ones and null are none. */
    private static List<String> texts(@Nullable Object value, String what) throws RefusedException {
        var texts = new ArrayList<String>();
        for (Object item : value instanceof List<?> list ? list : value == null ? List.of() : List.of(value)) {
            if (!(item instanceof String text)) {
                throw new RefusedException(what + " must be a string or a list of strings");
            }
            if (!text.isEmpty()) {
                texts.add(text);
            }
        }
        return List.copyOf(texts);
    }
}
