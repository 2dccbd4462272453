package mortise.group.apps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodWarnings;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Deployments. Their annotations are passed on to replica sets, so a change of them is a change of what is wanted. */
final class DeploymentStrategy implements ResourceStrategy {

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        if (!object.metadata().annotations().equals(old.metadata().annotations())) {
            object.metadata().setGeneration(old.metadata().generation() + 1);
        }
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        return PodWarnings.ofController(object, old);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        spec.at("replicas").nonNegative();
        Templates.validate(spec, "Deployment", "deployment");
        strategy(spec.at("strategy"));
        spec.at("minReadySeconds").nonNegative();
        spec.at("revisionHistoryLimit").nonNegative();
        FieldView deadline = spec.at("progressDeadlineSeconds");
        deadline.nonNegative();
        if (deadline.present() && deadline.number(0) <= spec.at("minReadySeconds").number(0)) {
            deadline.invalid("must be greater than minReadySeconds");
        }
        old.ifPresent(before -> spec.at("selector")
                .immutable(FieldView.root(before, errors).at("spec", "selector")));
        return errors;
    }

    private static void strategy(FieldView strategy) {
        FieldView rolling = strategy.at("rollingUpdate");
        switch (strategy.at("type").text()) {
            case "Recreate" -> {
                if (rolling.present()) {
                    rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
                }
            }
            case "RollingUpdate" -> {
                if (rolling.present()) {
                    rolling(rolling);
                } else {
                    rolling.required("this should be defaulted and never be nil");
                }
            }
            default -> {
                var shown = new LinkedHashMap<String, @Nullable Object>();
                shown.put("Type", strategy.at("type").text());
                shown.put("RollingUpdate", rolling.value());
                strategy.with(shown).notSupported("Recreate", "RollingUpdate");
            }
        }
    }

    private static void rolling(FieldView rolling) {
        FieldView down = rolling.at("maxUnavailable");
        FieldView more = rolling.at("maxSurge");
        Checks.countOrPercent(down);
        Checks.countOrPercent(more);
        if (Checks.countOrPercentValue(down) == 0 && Checks.countOrPercentValue(more) == 0) {
            down.invalid("may not be 0 when `maxSurge` is 0");
        }
        Checks.atMostAll(down);
    }
}
