package mortise.group.autoscaling;

import java.util.List;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;

/** Validation of {@code autoscaling.v2.HorizontalPodAutoscalerBehavior}. */
final class Behaviors {

    private static final int WINDOW_SECONDS_MAX = 3600;
    private static final int PERIOD_SECONDS_MAX = 1800;

    private Behaviors() {
    }

    /** Checks a behavior; none is fine. */
    static void validate(FieldView behavior) {
        for (String direction : List.of("scaleUp", "scaleDown")) {
            if (behavior.at(direction).present()) {
                rules(behavior.at(direction));
            }
        }
    }

    private static void rules(FieldView rules) {
        FieldView window = rules.at("stabilizationWindowSeconds");
        if (window.number(0) < 0) {
            window.invalid("must be greater than or equal to zero");
        }
        atMost(window, WINDOW_SECONDS_MAX);
        FieldView select = rules.at("selectPolicy");
        if (select.present()) {
            select.oneOf("Disabled", "Max", "Min");
        }
        if (rules.at("policies").size() == 0) {
            rules.at("policies").required("must specify at least one Policy");
        }
        rules.at("policies").items().forEach(Behaviors::policy);
        FieldView tolerance = rules.at("tolerance");
        if (tolerance.present() && Amounts.of(tolerance.value()).signum() < 0) {
            tolerance.invalid("must be greater than or equal to 0");
        }
    }

    private static void policy(FieldView policy) {
        policy.at("type").oneOf("Percent", "Pods");
        for (String field : List.of("value", "periodSeconds")) {
            FieldView number = policy.at(field);
            if (number.number(0) <= 0) {
                number.invalid(number.number(0), "must be greater than zero");
            }
        }
        atMost(policy.at("periodSeconds"), PERIOD_SECONDS_MAX);
    }

    private static void atMost(FieldView seconds, int most) {
        if (seconds.number(0) > most) {
            seconds.invalid("must be less than or equal to " + most);
        }
    }
}
