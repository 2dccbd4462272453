package mortise.core.workload;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;

/** What else decides when and where pods run: tolerations, spread, gates. */
public final class Scheduling {

    private static final String[] EFFECTS = {"NoSchedule", "PreferNoSchedule", "NoExecute"};

    private Scheduling() {
    }

    /** Checks the effect of a taint or toleration; an empty one is refused. */
    public static void taintEffect(FieldView effect) {
        if (effect.text().isEmpty()) {
            effect.required("");
        } else {
            effect.oneOf(EFFECTS);
        }
    }

    /** Checks a list of tolerations. */
    public static void tolerations(FieldView tolerations) {
        for (FieldView toleration : tolerations.items()) {
            FieldView key = toleration.at("key");
            FieldView operator = toleration.at("operator");
            FieldView effect = toleration.at("effect");
            if (!key.text().isEmpty()) {
                key.qualifiedName();
            } else if (!operator.isOneOf("Exists")) {
                operator.invalid(operator.text(),
                        "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
            }
            if (toleration.has("tolerationSeconds") && !effect.isOneOf("NoExecute")) {
                effect.invalid(effect.text(), "effect must be 'NoExecute' when `tolerationSeconds` is set");
            }
            tolerationValue(operator, toleration.at("value").text());
            if (!effect.text().isEmpty()) {
                effect.oneOf(EFFECTS);
            }
        }
    }

    private static void tolerationValue(FieldView operator, String value) {
        switch (operator.text()) {
            case "", "Equal" -> operator.with(value).labelValue();
            case "Exists" -> {
                if (!value.isEmpty()) {
                    operator.invalid(value, "value must be empty when `operator` is 'Exists'");
                }
            }
            default -> operator.notSupported("Equal", "Exists");
        }
    }

    static void spread(FieldView constraints) {
        List<FieldView> items = constraints.items();
        for (int index = 0; index < items.size(); index++) {
            FieldView constraint = items.get(index);
            FieldView key = constraint.at("topologyKey");
            FieldView action = constraint.at("whenUnsatisfiable");
            constraint.at("maxSkew").positive();
            if (key.text().isEmpty()) {
                key.required("can not be empty");
            }
            action.oneOf("DoNotSchedule", "ScheduleAnyway");
            boolean repeated = items.subList(index + 1, items.size()).stream().anyMatch(other ->
                    other.at("topologyKey").sameAs(key) && other.at("whenUnsatisfiable").sameAs(action));
            if (repeated) {
                constraint.at("{topologyKey, whenUnsatisfiable}")
                        .with("{" + key.text() + ", " + action.text() + "}").duplicate();
            }
            minDomains(constraint.at("minDomains"), action.text());
            for (String policy : List.of("nodeAffinityPolicy", "nodeTaintsPolicy")) {
                if (constraint.at(policy).present()) {
                    constraint.at(policy).oneOf("Honor", "Ignore");
                }
            }
            spreadKeys(constraint.at("matchLabelKeys"), constraint.at("labelSelector"));
            LabelSelectors.validate(constraint.at("labelSelector"));
        }
    }

    private static void minDomains(FieldView minDomains, String action) {
        if (minDomains.present()) {
            minDomains.positive();
            if (!action.equals("DoNotSchedule")) {
                minDomains.invalid(
                        "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
            }
        }
    }

    private static void spreadKeys(FieldView keys, FieldView selector) {
        if (keys.isEmpty()) {
            return;
        }
        Set<String> selected = new HashSet<>(selector.at("matchLabels").textMap().keySet());
        selector.at("matchExpressions").items().forEach(expression -> selected.add(expression.at("key").text()));
        if (!selector.present()) {
            keys.forbidden(Affinities.NO_SELECTOR);
        }
        for (FieldView key : keys.items()) {
            key.qualifiedName();
            if (selected.contains(key.text())) {
                key.invalid(Affinities.IN_BOTH);
            }
        }
    }

    static void gates(FieldView gates) {
        Set<String> names = new HashSet<>();
        for (FieldView gate : gates.items()) {
            FieldView name = gate.with(gate.at("name").text());
            name.qualifiedName();
            if (!names.add(name.text())) {
                name.duplicate();
            }
        }
    }
}
