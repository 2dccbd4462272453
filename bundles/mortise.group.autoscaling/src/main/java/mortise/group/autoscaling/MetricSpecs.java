package mortise.group.autoscaling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;

/** Validation of {@code autoscaling.v2.MetricSpec}. */
final class MetricSpecs {

    private static final String[] TYPES = {"ContainerResource", "External", "Object", "Pods", "Resource"};
    private static final Map<String, String> FIELDS = Map.of("ContainerResource", "containerResource",
            "External", "external", "Object", "object", "Pods", "pods", "Resource", "resource");
    /** In the order in which they are looked at. */
    private static final List<String> SOURCES = List.of("object", "external", "pods", "resource", "containerResource");

    private MetricSpecs() {
    }

    /** Checks metrics; {@code toZero} says whether they have to tell when a workload without pods needs one. */
    static void validate(FieldView metrics, boolean toZero) {
        metrics.items().forEach(MetricSpecs::metric);
        if (toZero && metrics.items().stream().noneMatch(metric -> metric.at("type").isOneOf("Object", "External"))) {
            metrics.forbidden(
                    "must specify at least one Object or External metric to support scaling to zero replicas");
        }
    }

    private static void metric(FieldView metric) {
        FieldView type = metric.at("type");
        if (type.isEmpty()) {
            type.required("must specify a metric source type");
        }
        type.oneOf(TYPES);
        var present = new ArrayList<>(SOURCES.stream().filter(source -> metric.at(source).present()).toList());
        if (!present.isEmpty()) {
            source(present.get(0), metric.at(present.get(0)));
        }
        Optional<String> expected = Optional.ofNullable(FIELDS.get(type.text()));
        if (expected.isEmpty()) {
            type.oneOf(TYPES);
        } else if (!present.contains(expected.get())) {
            metric.at(expected.get()).required("must populate information for the given metric source");
        }
        if (present.size() != 1) {
            expected.ifPresent(present::remove);
            present.forEach(source ->
                    metric.at(source).forbidden("must populate the given metric source only"));
        }
    }

    private static void source(String name, FieldView source) {
        FieldView target = source.at("target");
        boolean value = target.at("value").present();
        boolean average = target.at("averageValue").present();
        switch (name) {
            case "object" -> {
                References.validate(source.at("describedObject"), true);
                identifier(source.at("metric"));
                target(target);
                if (!value && !average) {
                    target.at("averageValue").required("must set either a target value or averageValue");
                }
            }
            case "external" -> {
                identifier(source.at("metric"));
                target(target);
                if (!value && !average) {
                    target.at("averageValue")
                            .required("must set either a target value for metric or a per-pod target");
                } else if (value && average) {
                    target.at("value")
                            .forbidden("may not set both a target value for metric and a per-pod target");
                }
            }
            case "pods" -> {
                identifier(source.at("metric"));
                target(target);
                if (!average) {
                    target.at("averageValue").required("must specify a positive target averageValue");
                }
            }
            default -> resource(name, source);
        }
    }

    private static void resource(String name, FieldView source) {
        if (source.at("name").isEmpty()) {
            source.at("name").required("must specify a resource name");
        }
        if (name.equals("containerResource")) {
            if (source.at("container").isEmpty()) {
                source.at("container").required("must specify a container");
            } else {
                source.at("container").pathSegment();
            }
        }
        FieldView target = source.at("target");
        target(target);
        boolean percent = target.at("averageUtilization").present();
        boolean average = target.at("averageValue").present();
        if (!percent && !average) {
            target.at("averageUtilization").required("must set either a target raw value or a target utilization");
        } else if (percent && average) {
            target.at("averageValue").forbidden("may not set both a target raw value and a target utilization");
        }
    }

    private static void target(FieldView target) {
        FieldView type = target.at("type");
        if (type.isEmpty()) {
            type.required("must specify a metric target type");
        }
        if (!type.isOneOf("Utilization", "Value", "AverageValue")) {
            type.invalid(type.text(), "must be either Utilization, Value, or AverageValue");
        }
        for (String field : List.of("value", "averageValue")) {
            FieldView amount = target.at(field);
            if (amount.present() && Amounts.of(amount.value()).signum() <= 0) {
                amount.invalid("must be positive");
            }
        }
        FieldView percent = target.at("averageUtilization");
        if (percent.number(1) < 1) {
            percent.invalid("must be greater than 0");
        }
    }

    private static void identifier(FieldView metric) {
        if (metric.at("name").isEmpty()) {
            metric.at("name").required("must specify a metric name");
        } else {
            metric.at("name").pathSegment();
        }
    }
}
