package mortise.group.apiextensions;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import mortise.api.FieldPath;
import mortise.core.expression.CompileException;
import mortise.core.expression.CostRange;
import mortise.core.expression.Environment;
import mortise.core.expression.Expression;
import mortise.core.expression.ExpressionType;
import mortise.core.expression.OpenApiTypes;
import mortise.core.expression.ResultType;
import mortise.core.schema.FieldView;
import org.jspecify.annotations.Nullable;

/** Compiles the rules over values in a structural schema, and refuses what could cost too much. For one schema. */
final class ValueRules {

    private static final long RULE_COST_MAX = 10_000_000;
    private static final long SCHEMA_COST_MAX = 100_000_000;
    private static final double MUCH = 100;
    private static final double LITTLE = 1.5;
    private static final String HINT = " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength"
            + " where arrays, maps, and strings are declared)";
    private static final String UNLIKE = "cel expression must evaluate to a bool";

    /** What all rules cost together. */
    private long total;
    /** The most expensive rule so far. */
    private long highest;
    private @Nullable FieldView costliest;

    /**
     * Where a schema stands.
     *
     * @param name of the type of its values
     * @param times how often a value can be there; -1 when nothing limits it
     * @param uncorrelated a list around it whose elements cannot be told from those before, or nothing
     */
    private record Place(String name, long times, Optional<FieldPath> uncorrelated) {
    }

    private ValueRules() {
    }

    static void validate(FieldView schema) {
        var rules = new ValueRules();
        rules.schema(schema, new Place("selfType", 1, Optional.empty()), true);
        FieldView costliest = rules.costliest;
        if (rules.total > SCHEMA_COST_MAX && costliest != null) {
            costliest.forbidden("contributed to estimated rule & messageExpression cost total exceeding cost limit for"
                    + " entire OpenAPIv3 schema");
            schema.forbidden(tooMuch("x-kubernetes-validations estimated rule & messageExpression cost total for entire"
                    + " OpenAPIv3 schema", rules.total, SCHEMA_COST_MAX));
        }
    }

    private void schema(FieldView schema, Place place, boolean root) {
        if (!(schema.value() instanceof Map<?, ?> tree)) {
            return;
        }
        if (schema.at("x-kubernetes-validations").size() > 0) {
            OpenApiTypes.of(tree, place.name(), root).ifPresent(type -> rules(schema, tree, type, place));
        }
        schema.at("properties").entries().forEach((name, property) -> schema(property,
                new Place(place.name() + "." + name, place.times(), place.uncorrelated()), false));
        FieldView items = schema.at("items");
        boolean keyed = schema.at("x-kubernetes-list-type").isOneOf("map");
        schema(items, new Place(place.name() + ".@items", times(place, schema.at("maxItems")),
                keyed ? place.uncorrelated() : place.uncorrelated().or(() -> Optional.of(schema.path()))), false);
        schema(schema.at("additionalProperties"), new Place(place.name() + ".@values",
                times(place, schema.at("maxProperties")), place.uncorrelated()), false);
    }

    private static long times(Place place, FieldView limit) {
        return place.times() < 0 || !limit.present() ? -1 : CostRange.product(place.times(), limit.number(0));
    }

    private void rules(FieldView schema, Map<?, ?> tree, ExpressionType type, Place place) {
        long times = place.times() >= 0 ? place.times() : OpenApiTypes.occurrencesMax(tree);
        // Making an environment takes longer than compiling a rule in it.
        Environment plain = environment(type, type);
        for (FieldView rule : schema.at("x-kubernetes-validations").items()) {
            if (rule.at("rule").text().isBlank()) {
                continue;
            }
            Environment environment = rule.at("optionalOldSelf").flag()
                    ? environment(type, ExpressionType.optional(type)) : plain;
            rule(rule, environment, times, place);
            message(rule, environment);
            path(schema, rule.at("fieldPath"));
        }
    }

    private static Environment environment(ExpressionType self, ExpressionType oldSelf) {
        return Environment.builder().variable("self", self).variable("oldSelf", oldSelf)
                .without(Environment.Feature.AUTHORIZER).build();
    }

    private void rule(FieldView rule, Environment environment, long times, Place place) {
        FieldView text = rule.at("rule");
        try {
            Expression compiled = environment.compile(text.text(), ResultType.BOOL);
            long cost = CostRange.product(compiled.estimate().max(), times);
            observe(text, cost, "estimated rule cost");
            if (compiled.uses("oldSelf")) {
                place.uncorrelated().ifPresent(list -> text.invalid(
                        "oldSelf cannot be used on the uncorrelatable portion of the schema within " + list));
            }
        } catch (CompileException e) {
            boolean other = e.kind() == CompileException.Kind.WRONG_RESULT;
            text.invalid(shown(rule), other ? UNLIKE : e.text());
        }
    }

    private void message(FieldView rule, Environment environment) {
        FieldView text = rule.at("messageExpression");
        if (text.text().isBlank()) {
            return;
        }
        try {
            Expression compiled = environment.compile(text.text(), ResultType.STRING);
            observe(text, compiled.estimate().max(), "estimated messageExpression cost");
        } catch (CompileException e) {
            boolean other = e.kind() == CompileException.Kind.WRONG_RESULT;
            text.invalid(shown(rule), "messageExpression "
                    + (other ? "must evaluate to a string" : e.text()));
        }
    }

    private void observe(FieldView text, long cost, String what) {
        if (cost > RULE_COST_MAX) {
            text.forbidden(tooMuch(what, cost, RULE_COST_MAX));
        }
        long sum = total + cost;
        total = sum < 0 ? Long.MAX_VALUE : sum;
        if (cost > highest) {
            highest = cost;
            costliest = text;
        }
    }

    private static String tooMuch(String what, long cost, long max) {
        double factor = (double) cost / max;
        String times = factor > MUCH ? "more than 100x"
                : String.format(Locale.ROOT, factor < LITTLE ? "%fx" : "%.1fx", factor);
        return what + " exceeds budget by factor of " + times + HINT;
    }

    /** A rule as messages show it. */
    private static Map<String, @Nullable Object> shown(FieldView rule) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("Rule", rule.at("rule").text());
        shown.put("Message", rule.at("message").text());
        shown.put("MessageExpression", rule.at("messageExpression").text());
        shown.put("Reason", rule.at("reason").value());
        shown.put("FieldPath", rule.at("fieldPath").text());
        shown.put("OptionalOldSelf", rule.at("optionalOldSelf").value());
        return shown;
    }

    private static void path(FieldView schema, FieldView path) {
        if (!path.text().isBlank() && !FieldPaths.exists(schema, path.text())) {
            path.invalid("fieldPath must be a valid path: does not refer to a valid field");
        }
    }
}
