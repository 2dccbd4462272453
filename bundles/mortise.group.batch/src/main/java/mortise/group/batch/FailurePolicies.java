package mortise.group.batch;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mortise.core.schema.FieldView;

/** Validation of {@code batch.v1.PodFailurePolicy}: what the end of a pod means for its job. */
final class FailurePolicies {

    private static final int RULES_MAX = 20;
    private static final int PATTERNS_MAX = 20;
    private static final int EXIT_CODES_MAX = 255;
    private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
    private static final List<String> OPERATORS = List.of("In", "NotIn");
    private static final List<String> STATUSES = List.of("False", "True", "Unknown");

    private FailurePolicies() {
    }

    /** Checks the policy of a job's spec; none is fine. */
    static void validate(FieldView spec) {
        FieldView rules = spec.at("podFailurePolicy", "rules");
        if (rules.size() > RULES_MAX) {
            rules.tooMany(rules.size(), RULES_MAX);
        }
        FieldView pod = spec.at("template", "spec");
        Set<String> containers = Stream.of("containers", "initContainers")
                .flatMap(list -> pod.at(list).items().stream())
                .map(container -> container.at("name").text())
                .collect(Collectors.toSet());
        for (FieldView rule : rules.items()) {
            rule(rule, spec.at("backoffLimitPerIndex").present(), containers);
        }
    }

    private static void rule(FieldView rule, boolean limitPerIndex, Set<String> containers) {
        FieldView action = rule.at("action");
        if (action.isOneOf("FailIndex") && !limitPerIndex) {
            action.invalid("requires the backoffLimitPerIndex to be set");
        } else {
            oneOf(action, ACTIONS);
        }
        FieldView codes = rule.at("onExitCodes");
        FieldView conditions = rule.at("onPodConditions");
        if (codes.present()) {
            exitCodes(codes, containers);
        }
        conditions(conditions);
        if (codes.present() && conditions.size() > 0) {
            Omitted.invalid(rule, "specifying both OnExitCodes and OnPodConditions is not supported");
        } else if (!codes.present() && conditions.size() == 0) {
            Omitted.invalid(rule, "specifying one of OnExitCodes and OnPodConditions is required");
        }
    }

    private static void oneOf(FieldView field, List<String> supported) {
        if (field.isEmpty()) {
            field.required("valid values: [\"" + String.join("\" \"", supported) + "\"]");
        } else {
            field.oneOf(supported.toArray(String[]::new));
        }
    }

    private static void exitCodes(FieldView codes, Set<String> containers) {
        oneOf(codes.at("operator"), OPERATORS);
        FieldView container = codes.at("containerName");
        if (container.present() && !containers.contains(container.text())) {
            container.invalid("must be one of the container or initContainer names in the pod template");
        }
        FieldView values = codes.at("values");
        if (values.size() == 0) {
            values.invalid("at least one value is required");
        } else if (values.size() > EXIT_CODES_MAX) {
            values.tooMany(values.size(), EXIT_CODES_MAX);
        }
        boolean nonZero = codes.at("operator").isOneOf("In");
        boolean ordered = true;
        long before = Long.MIN_VALUE;
        var seen = new HashSet<Long>();
        for (FieldView value : values.items()) {
            long code = value.number(0);
            if (nonZero && code == 0) {
                value.invalid("must not be 0 for the In operator");
            }
            if (!seen.add(code)) {
                value.duplicate();
            }
            ordered &= before <= code;
            before = code;
        }
        if (!ordered) {
            values.invalid("must be ordered");
        }
    }

    private static void conditions(FieldView patterns) {
        if (patterns.size() > PATTERNS_MAX) {
            patterns.tooMany(patterns.size(), PATTERNS_MAX);
        }
        for (FieldView pattern : patterns.items()) {
            pattern.at("type").qualifiedName();
            oneOf(pattern.at("status"), STATUSES);
        }
    }
}
