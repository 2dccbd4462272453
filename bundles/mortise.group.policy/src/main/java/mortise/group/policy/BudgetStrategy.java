package mortise.group.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Budgets say how many pods must stay, or how many may go. No selector means no pod; an empty one means every pod of
 * the namespace.
 */
final class BudgetStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        FieldView atLeast = spec.at("minAvailable");
        FieldView atMost = spec.at("maxUnavailable");
        if (atLeast.present() && atMost.present()) {
            spec.invalid(shown(spec), "minAvailable and maxUnavailable cannot be both set");
        }
        Checks.countOrPercent(atLeast);
        Checks.atMostAll(atLeast);
        Checks.countOrPercent(atMost);
        Checks.atMostAll(atMost);
        LabelSelectors.validate(spec.at("selector"));
        if (spec.at("unhealthyPodEvictionPolicy").present()) {
            spec.at("unhealthyPodEvictionPolicy").oneOf("AlwaysAllow", "IfHealthyBudget");
        }
        status(FieldView.root(object, errors).at("status"));
        return errors;
    }

    /** Returns the spec with the member names that messages have always shown. */
    private static Map<String, @Nullable Object> shown(FieldView spec) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("MinAvailable", spec.at("minAvailable").value());
        shown.put("Selector", spec.at("selector").value());
        shown.put("MaxUnavailable", spec.at("maxUnavailable").value());
        shown.put("UnhealthyPodEvictionPolicy", spec.at("unhealthyPodEvictionPolicy").value());
        return shown;
    }

    private static void status(FieldView status) {
        for (String count : List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
            status.at(count).nonNegative();
        }
    }
}
