package mortise.group.apps;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.workload.PodTemplates;
import mortise.core.workload.PodWarnings;
import mortise.spi.group.ResourceStrategy;

/**
 * Daemon sets: a pod on every node. An annotation counts the changes of their template, for controllers that were made
 * before there was a generation.
 */
final class DaemonSetStrategy implements ResourceStrategy {

    private static final String GENERATION = "deprecated.daemonset.template.generation";

    @Override
    public void prepareForCreate(ApiObject object) {
        object.metadata().setAnnotation(GENERATION, Long.toString(Math.max(1, generation(object))));
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        boolean same = Objects.equals(object.at("spec", "template"), old.at("spec", "template"));
        object.metadata().setAnnotation(GENERATION, Long.toString(generation(old) + (same ? 0 : 1)));
    }

    private static long generation(ApiObject set) {
        try {
            return Long.parseLong(set.metadata().annotations().getOrDefault(GENERATION, "0"));
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        boolean same = old.isPresent()
                && Objects.equals(object.at("spec", "template"), old.get().at("spec", "template"));
        return same ? List.of()
                : PodWarnings.ofTemplate(FieldView.root(object, new ArrayList<>()).at("spec", "template"));
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        FieldView selector = spec.at("selector");
        FieldView template = spec.at("template");
        LabelSelectors.validate(selector);
        if (!selector.present()) {
            template.at("metadata", "labels").invalid("`selector` does not match template `labels`");
        } else if (LabelSelectors.isEmpty(selector)) {
            selector.invalid("empty selector is invalid for daemonset");
        } else if (errors.isEmpty()) {
            PodTemplates.matches(template, selector);
        }
        PodTemplates.validate(template);
        PodTemplates.readOnlyDisks(template);
        PodTemplates.alwaysRestarting(template, "DaemonSet");
        spec.at("minReadySeconds").nonNegative();
        strategy(spec.at("updateStrategy"));
        spec.at("revisionHistoryLimit").nonNegative();
        old.ifPresent(before -> selector.immutable(FieldView.root(before, errors).at("spec", "selector")));
        return errors;
    }

    private static void strategy(FieldView strategy) {
        FieldView rolling = strategy.at("rollingUpdate");
        if (!strategy.at("type").isOneOf("RollingUpdate", "OnDelete")) {
            strategy.at("type").notSupported("RollingUpdate", "OnDelete");
        } else if (strategy.at("type").isOneOf("RollingUpdate")) {
            if (rolling.present()) {
                rolling(rolling.at("maxUnavailable"), rolling.at("maxSurge"));
            } else {
                rolling.required("");
            }
        }
    }

    private static void rolling(FieldView down, FieldView more) {
        Checks.countOrPercent(down);
        Checks.countOrPercent(more);
        boolean anyDown = Checks.countOrPercentValue(down) != 0;
        boolean anyMore = Checks.countOrPercentValue(more) != 0;
        if (anyDown && anyMore) {
            more.invalid("may not be set when maxUnavailable is non-zero");
        } else if (!anyDown && !anyMore) {
            down.required("cannot be 0 when maxSurge is 0");
        }
        Checks.atMostAll(down);
        Checks.atMostAll(more);
    }
}
