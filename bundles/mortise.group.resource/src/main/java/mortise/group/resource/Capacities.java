package mortise.group.resource;

import java.math.BigDecimal;
import java.util.List;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;

/** Validation of {@code resource.v1.DeviceCapacity}: how much of something a device has, and how it is shared. */
final class Capacities {

    private static final int CHOICES_MAX = 10;

    private Capacities() {
    }

    /** Checks a capacity; {@code shared} says whether several claims can use the device. */
    static void validate(FieldView capacity, boolean shared) {
        FieldView policy = capacity.at("requestPolicy");
        if (!policy.present()) {
            return;
        }
        if (!shared) {
            policy.forbidden("allowMultipleAllocations must be true");
            return;
        }
        FieldView choices = policy.at("validValues");
        FieldView range = policy.at("validRange");
        FieldView usual = policy.at("default");
        if (choices.size() > 0 && range.present()) {
            policy.forbidden("exactly one policy can be specified, cannot specify \"validValues\" and \"validRange\" at"
                    + " the same time");
        } else if (choices.size() > 0) {
            if (usual.present()) {
                choices(choices, usual, capacity.at("value"));
            } else {
                usual.required("required when validValues is defined");
            }
        } else if (range.present()) {
            if (usual.present()) {
                range(range, usual, capacity.at("value"));
            } else {
                usual.required("required when validRange is defined");
            }
        }
    }

    private static int compare(FieldView one, FieldView other) {
        return Amounts.compare(one.value(), other.value());
    }

    private static void choices(FieldView choices, FieldView usual, FieldView capacity) {
        List<FieldView> items = choices.items();
        for (int at = 1; at < items.size(); at++) {
            if (compare(items.get(at - 1), items.get(at)) > 0) {
                items.get(at).invalid("values must be sorted in ascending order");
            }
        }
        Lists.set(choices, CHOICES_MAX, choice -> {
            if (compare(choice, capacity) > 0) {
                choice.invalid("option is larger than capacity value: " + capacity.text());
            }
        }, choice -> String.valueOf(choice.value()));
        if (items.stream().noneMatch(choice -> compare(choice, usual) == 0)) {
            choices.invalid(usual.value(), "default value is not valid according to the requestPolicy");
        }
    }

    private static void range(FieldView range, FieldView usual, FieldView capacity) {
        FieldView least = range.at("min");
        FieldView most = range.at("max");
        FieldView shown = range.at("default");
        if (!least.present()) {
            least.required("required when validRange is defined");
            return;
        }
        if (compare(least, capacity) > 0) {
            least.invalid("min is larger than capacity value: " + capacity.text());
        }
        if (compare(usual, least) < 0) {
            shown.invalid(usual.value(), "default is less than min: " + least.text());
        }
        if (most.present()) {
            if (compare(least, most) > 0) {
                most.invalid(least.value(), "min is larger than max: " + most.text());
            }
            if (compare(most, capacity) > 0) {
                most.invalid("max is larger than capacity value: " + capacity.text());
            }
            if (compare(usual, most) > 0) {
                shown.invalid(usual.value(), "default is more than max: " + most.text());
            }
        }
        step(range, usual, capacity);
    }

    private static void step(FieldView range, FieldView usual, FieldView capacity) {
        FieldView step = range.at("step");
        if (!step.present()) {
            return;
        }
        if (Amounts.of(step.value()).signum() <= 0) {
            step.invalid("must be greater than zero");
            return;
        }
        var first = Amounts.of(range.at("min").value()).add(Amounts.of(step.value()));
        if (first.compareTo(Amounts.of(capacity.value())) > 0) {
            step.invalid("one step " + first + " is larger than capacity value: " + capacity.text());
        }
        multiple(step, usual, range.at("min"));
        if (range.at("max").present()) {
            multiple(step, range.at("max"), range.at("min"));
        }
    }

    private static void multiple(FieldView step, FieldView value, FieldView least) {
        BigDecimal above = Amounts.of(value.value()).amount().subtract(Amounts.of(least.value()).amount());
        if (above.remainder(Amounts.of(step.value()).amount()).signum() != 0) {
            step.invalid(value.value(), "value is not a multiple of a given step (" + step.text() + ") from ("
                    + least.text() + ")");
        }
    }
}
