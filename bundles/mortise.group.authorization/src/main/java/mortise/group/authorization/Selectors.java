package mortise.group.authorization;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import mortise.api.ApiException;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.api.LabelSelector.Operator;
import mortise.core.schema.FieldView;

/**
 * The selectors of a question about access. What cannot be understood is left out, so that more objects are asked for
 * than were meant and never less.
 *
 * @param labels which objects by label
 * @param fields which objects by field
 * @param problems what was left out, in words for the caller
 */
record Selectors(LabelSelector labels, FieldSelector fields, List<String> problems) {

    static final Selectors NONE = new Selectors(LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, List.of());

    /** Reads the selectors of {@code resourceAttributes}, which may be absent. */
    static Selectors of(FieldView resource) {
        var problems = new ArrayList<String>();
        FieldSelector fields = fields(resource.at("fieldSelector"), problems);
        LabelSelector labels = labels(resource.at("labelSelector"), problems);
        return new Selectors(labels, fields, List.copyOf(problems));
    }

    private static FieldSelector fields(FieldView selector, List<String> problems) {
        String raw = selector.at("rawSelector").text();
        if (!raw.isEmpty()) {
            try {
                return FieldSelector.parse(raw);
            } catch (ApiException notASelector) {
                problems.add(ignored(selector, false));
                return FieldSelector.EVERYTHING;
            }
        }
        var requirements = new ArrayList<FieldSelector.Requirement>();
        List<FieldView> asked = selector.at("requirements").items();
        for (FieldView requirement : asked) {
            List<String> values = requirement.at("values").texts();
            if (values.size() == 1 && requirement.at("operator").isOneOf("In", "NotIn")) {
                requirements.add(new FieldSelector.Requirement(requirement.at("key").text(), values.get(0),
                        requirement.at("operator").isOneOf("In")));
            }
        }
        if (requirements.size() < asked.size()) {
            problems.add(ignored(selector, !requirements.isEmpty()));
        }
        return new FieldSelector(requirements);
    }

    private static LabelSelector labels(FieldView selector, List<String> problems) {
        String raw = selector.at("rawSelector").text();
        if (!raw.isEmpty()) {
            try {
                return LabelSelector.parse(raw);
            } catch (ApiException notASelector) {
                problems.add(ignored(selector, false));
                return LabelSelector.EVERYTHING;
            }
        }
        var requirements = new ArrayList<LabelSelector.Requirement>();
        List<FieldView> asked = selector.at("requirements").items();
        for (FieldView requirement : asked) {
            Operator operator = switch (requirement.at("operator").text()) {
                case "In" -> Operator.IN;
                case "NotIn" -> Operator.NOT_IN;
                case "Exists" -> Operator.EXISTS;
                case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
                default -> null;
            };
            if (operator != null) {
                requirements.add(new LabelSelector.Requirement(requirement.at("key").text(), operator,
                        Set.copyOf(requirement.at("values").texts())));
            }
        }
        if (requirements.size() < asked.size()) {
            problems.add(ignored(selector, !requirements.isEmpty()));
        }
        return new LabelSelector(requirements);
    }

    private static String ignored(FieldView selector, boolean partially) {
        return selector.path() + (partially ? " partially" : "") + " ignored due to parse error";
    }
}
