package mortise.group.admissionregistration;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;

/** What policies that check and policies that change have in common. */
final class Policies {

    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
    private static final Set<String> RESERVED = Set.of("true", "false", "null", "in", "as", "break", "const",
            "continue", "else", "for", "function", "if", "import", "let", "loop", "package", "namespace", "return",
            "var", "void", "while");

    private final Expressions expressions;

    Policies(Expressions expressions) {
        this.expressions = expressions;
    }

    /** Checks everything but what the policy does, and returns what its expressions may name. */
    Expressions.Scope common(FieldView spec) {
        FieldView failurePolicy = spec.at("failurePolicy");
        if (failurePolicy.present()) {
            failurePolicy.oneOf("Fail", "Ignore");
        } else {
            failurePolicy.required("");
        }
        boolean params = spec.at("paramKind").present();
        if (params) {
            paramKind(spec.at("paramKind"));
        }
        FieldView match = spec.at("matchConstraints");
        if (match.present()) {
            MatchRules.resources(match);
            // Without a rule nobody would know what type the expressions are about.
            if (match.at("resourceRules").isEmpty()) {
                match.at("resourceRules").required("");
            }
        } else {
            match.required("");
        }
        MatchConditions.validate(
                spec.at("matchConditions"), expressions, new Expressions.Scope(params, true, Map.of()));
        return new Expressions.Scope(params, true, variables(spec.at("variables"), params));
    }

    private static void paramKind(FieldView kind) {
        FieldView apiVersion = kind.at("apiVersion");
        String text = apiVersion.text();
        int slash = text.indexOf('/');
        if (text.isEmpty()) {
            apiVersion.required("");
        } else if (slash != text.lastIndexOf('/')) {
            apiVersion.invalid("unexpected GroupVersion string: " + text);
        } else {
            String group = text.substring(0, Math.max(slash, 0));
            String version = text.substring(slash + 1);
            if (!group.isEmpty()) {
                Syntax.subdomain(group).ifPresent(why -> apiVersion.invalid(group, why));
            }
            if (version.isEmpty()) {
                apiVersion.invalid("version must be specified");
            } else {
                Syntax.label1035(version).ifPresent(why -> apiVersion.invalid(version, why));
            }
        }
        FieldView name = kind.at("kind");
        if (name.isEmpty()) {
            name.required("");
        } else {
            Syntax.label1035(name.text().toLowerCase(Locale.ROOT)).ifPresent(
                    why -> name.invalid("may have mixed case, but should otherwise match: " + why));
        }
    }

    private Map<String, String> variables(FieldView variables, boolean params) {
        var known = new LinkedHashMap<String, String>();
        for (FieldView variable : variables.items()) {
            FieldView name = variable.at("name");
            if (name.text().isBlank()) {
                name.required("name is not specified");
            } else if (!IDENTIFIER.matcher(name.text()).matches() || RESERVED.contains(name.text())) {
                name.invalid("must be a valid CEL identifier");
            }
            expression(variable.at("expression"), "expression is not specified", Expressions.Result.ANY,
                    new Expressions.Scope(params, true, new LinkedHashMap<>(known)));
            known.put(name.text(), variable.at("expression").text());
        }
        return known;
    }

    /** Checks an expression that must be there. */
    void expression(FieldView expression, String missing, Expressions.Result result, Expressions.Scope scope) {
        if (expression.text().isBlank()) {
            expression.required(missing);
        } else {
            expressions.fault(expression.text(), result, scope).ifPresent(expression::invalid);
        }
    }
}
