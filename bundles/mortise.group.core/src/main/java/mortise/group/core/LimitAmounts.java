package mortise.group.core;

import java.util.Locale;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;
import mortise.core.schema.Quantity;
import mortise.core.schema.ResourceNames;

/** How the amounts of one resource in an item of a limit range relate to each other. */
final class LimitAmounts {

    /** Beyond it thousandths do not fit a whole number of 64 bits. */
    private static final long MILLI_VALUE_MAX = Long.MAX_VALUE / 1000;

    private LimitAmounts() {
    }

    static void validate(FieldView item, String name) {
        FieldView least = item.at("min").entry(name);
        FieldView most = item.at("max").entry(name);
        FieldView limit = item.at("default").entry(name);
        FieldView request = item.at("defaultRequest").entry(name);
        FieldView ratio = item.at("maxLimitRequestRatio").entry(name);
        ordered(least, "min value", most, "max value", least, least);
        ordered(least, "min value", request, "default request value", request, request);
        ordered(request, "default request value", most, "max value", request, request);
        ordered(request, "default request value", limit, "default limit value", request, request);
        ordered(least, "min value", limit, "default value", limit, least);
        ordered(limit, "default value", most, "max value", limit, most);
        if (ratio.present()) {
            ratio(ratio, least, most);
        }
        if (!ResourceNames.isOvercommitAllowed(name) && limit.present() && request.present()
                && compare(limit, request) != 0) {
            request.invalid("default value " + limit.value() + " must equal to defaultRequest value "
                    + request.value() + " in " + name);
        }
    }

    private static void ordered(
            FieldView small, String smallName, FieldView large, String largeName, FieldView place, FieldView shown) {
        if (small.present() && large.present() && compare(small, large) > 0) {
            place.invalid(shown.value(), smallName + " " + small.value() + " is greater than " + largeName + " "
                    + large.value());
        }
    }

    private static void ratio(FieldView ratio, FieldView least, FieldView most) {
        Quantity given = Amounts.of(ratio.value());
        if (given.compareTo(Quantity.of(1)) < 0) {
            ratio.invalid("ratio " + ratio.value() + " is less than 1");
        }
        if (!least.present() || !most.present()) {
            return;
        }
        Quantity low = Amounts.of(least.value());
        Quantity high = Amounts.of(most.value());
        boolean small = given.value() < MILLI_VALUE_MAX && low.value() < MILLI_VALUE_MAX
                && high.value() < MILLI_VALUE_MAX;
        double bound = small ? (double) high.milliValue() / low.milliValue() : (double) high.value() / low.value();
        double wanted = small ? given.milliValue() / 1000.0 : given.value();
        if (wanted > bound) {
            ratio.invalid("ratio " + ratio.value() + " is greater than max/min = "
                    + String.format(Locale.ROOT, "%f", bound));
        }
    }

    private static int compare(FieldView first, FieldView second) {
        return Amounts.compare(first.value(), second.value());
    }
}
