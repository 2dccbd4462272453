package mortise.core.schema;

import java.util.Map;

/** Validation of {@code meta.v1.LabelSelector}, of labels, and of the selectors of nodes. */
public final class LabelSelectors {

    private static final String OF_SETS = "must be specified when `operator` is 'In' or 'NotIn'";
    private static final String OF_EXISTENCE = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    private static final String NO_OPERATOR = "not a valid selector operator";

    private LabelSelectors() {
    }

    /** Checks a label selector; an absent one is fine. */
    public static void validate(FieldView selector) {
        validate(selector, true);
    }

    /** Checks a label selector; {@code values} says whether the values of expressions must be label values. */
    public static void validate(FieldView selector, boolean values) {
        labels(selector.at("matchLabels"));
        for (FieldView expression : selector.at("matchExpressions").items()) {
            requirement(expression, values);
        }
    }

    /** Says whether a selector has neither labels nor expressions; an absent one has none. */
    public static boolean isEmpty(FieldView selector) {
        return selector.at("matchLabels").isEmpty() && selector.at("matchExpressions").isEmpty();
    }

    /** Says whether labels match a selector; an empty selector matches all, and an unknown operator nothing. */
    public static boolean matches(FieldView selector, Map<String, String> labels) {
        for (Map.Entry<String, String> label : selector.at("matchLabels").textMap().entrySet()) {
            if (!label.getValue().equals(labels.get(label.getKey()))) {
                return false;
            }
        }
        return selector.at("matchExpressions").items().stream().allMatch(expression -> meets(expression, labels));
    }

    private static boolean meets(FieldView expression, Map<String, String> labels) {
        String value = labels.get(expression.at("key").text());
        boolean listed = value != null && expression.at("values").texts().contains(value);
        return switch (expression.at("operator").text()) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }

    /** Checks one of the expressions of a label selector. */
    public static void requirement(FieldView expression, boolean checkValues) {
        FieldView values = expression.at("values");
        FieldView operator = expression.at("operator");
        switch (operator.text()) {
            case "In", "NotIn" -> requireValues(values);
            case "Exists", "DoesNotExist" -> forbidValues(values);
            default -> operator.invalid(operator.text(), NO_OPERATOR);
        }
        expression.at("key").qualifiedName();
        if (checkValues) {
            values.items().forEach(FieldView::labelValue);
        }
    }

    /** Checks a map of labels: every key and every value; both are reported at the path of the map. */
    public static void labels(FieldView labels) {
        for (Map.Entry<String, FieldView> label : labels.entries().entrySet()) {
            FieldView key = labels.with(label.getKey());
            key.qualifiedName();
            labels.with(label.getValue().text()).labelValue();
        }
    }

    /** Checks a {@code core.v1.NodeSelector}, which must have a term. */
    public static void nodeSelector(FieldView selector) {
        FieldView terms = selector.at("nodeSelectorTerms");
        if (terms.isEmpty()) {
            terms.required("must have at least one node selector term");
        }
        terms.items().forEach(LabelSelectors::nodeSelectorTerm);
    }

    /** Checks a {@code core.v1.NodeSelectorTerm}. */
    public static void nodeSelectorTerm(FieldView term) {
        nodeSelectorTerm(term, true);
    }

    /** Checks a {@code core.v1.NodeSelectorTerm} that is only a preference: its values may be any. */
    public static void preferredTerm(FieldView term) {
        nodeSelectorTerm(term, false);
    }

    private static void nodeSelectorTerm(FieldView term, boolean checkValues) {
        term.at("matchExpressions").items().forEach(requirement -> nodeRequirement(requirement, checkValues));
        term.at("matchFields").items().forEach(LabelSelectors::nodeFieldRequirement);
    }

    private static void nodeRequirement(FieldView requirement, boolean checkValues) {
        FieldView values = requirement.at("values");
        FieldView operator = requirement.at("operator");
        switch (operator.text()) {
            case "In", "NotIn" -> requireValues(values);
            case "Exists", "DoesNotExist" -> forbidValues(values);
            case "Gt", "Lt" -> {
                if (values.size() != 1) {
                    values.required("must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default -> operator.invalid(operator.text(), NO_OPERATOR);
        }
        requirement.at("key").qualifiedName();
        if (checkValues) {
            values.items().forEach(FieldView::labelValue);
        }
    }

    private static void nodeFieldRequirement(FieldView requirement) {
        FieldView values = requirement.at("values");
        FieldView operator = requirement.at("operator");
        if (!operator.isOneOf("In", "NotIn")) {
            operator.invalid(operator.text(), NO_OPERATOR);
        } else if (values.size() != 1) {
            values.required("must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
        }
        FieldView key = requirement.at("key");
        if (key.isOneOf("metadata.name")) {
            values.items().forEach(FieldView::subdomain);
        } else {
            key.invalid(key.text(), "not a valid field selector key");
        }
    }

    private static void requireValues(FieldView values) {
        if (values.isEmpty()) {
            values.required(OF_SETS);
        }
    }

    private static void forbidValues(FieldView values) {
        if (!values.isEmpty()) {
            values.forbidden(OF_EXISTENCE);
        }
    }
}
