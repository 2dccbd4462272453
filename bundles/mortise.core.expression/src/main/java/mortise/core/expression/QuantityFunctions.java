package mortise.core.expression;

import mortise.core.schema.Quantity;

/** Amounts such as {@code 500m} and {@code 1Gi}. */
final class QuantityFunctions {

    static final String DECLARED = """
            quantity(string): kubernetes.Quantity
            isQuantity(string): bool
            kubernetes.Quantity -> sign(): int
            kubernetes.Quantity -> isInteger(): bool
            kubernetes.Quantity -> asInteger(): int
            kubernetes.Quantity -> asApproximateFloat(): double
            kubernetes.Quantity -> isGreaterThan(kubernetes.Quantity): bool
            kubernetes.Quantity -> isLessThan(kubernetes.Quantity): bool
            kubernetes.Quantity -> compareTo(kubernetes.Quantity): int
            kubernetes.Quantity -> add(kubernetes.Quantity): kubernetes.Quantity
            kubernetes.Quantity -> add(int): kubernetes.Quantity
            kubernetes.Quantity -> sub(kubernetes.Quantity): kubernetes.Quantity
            kubernetes.Quantity -> sub(int): kubernetes.Quantity
            """;

    private QuantityFunctions() {
    }

    static void register(Registry registry) {
        registry.add("quantity", String.class, QuantityFunctions::parse);
        registry.add("isQuantity", String.class, QuantityFunctions::isQuantity);
        registry.add("sign", Quantity.class, amount -> (long) amount.signum());
        registry.add("isInteger", Quantity.class, QuantityFunctions::isInteger);
        registry.add("asInteger", Quantity.class, QuantityFunctions::asInteger);
        registry.add("asApproximateFloat", Quantity.class, amount -> amount.amount().doubleValue());
        registry.add("isGreaterThan", Quantity.class, Quantity.class, (a, b) -> a.compareTo(b) > 0);
        registry.add("isLessThan", Quantity.class, Quantity.class, (a, b) -> a.compareTo(b) < 0);
        registry.add("compareTo", Quantity.class, Quantity.class, (a, b) -> (long) a.compareTo(b));
        registry.add("add", Quantity.class, Quantity.class, Quantity::add);
        registry.add("add", Quantity.class, Long.class, (a, b) -> a.add(Quantity.of(b)));
        registry.add("sub", Quantity.class, Quantity.class, Quantity::subtract);
        registry.add("sub", Quantity.class, Long.class, (a, b) -> a.subtract(Quantity.of(b)));
    }

    private static Quantity parse(String text) {
        try {
            return Quantity.parse(text);
        } catch (IllegalArgumentException e) {
            throw Fault.of("%s", e.getMessage());
        }
    }

    private static boolean isQuantity(String text) {
        try {
            return Quantity.parse(text).amount() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isInteger(Quantity amount) {
        return amount.isInteger() && amount.amount().toBigInteger().bitLength() < Long.SIZE;
    }

    private static long asInteger(Quantity amount) {
        if (!isInteger(amount)) {
            throw Fault.of("cannot convert value to integer");
        }
        return amount.value();
    }
}
