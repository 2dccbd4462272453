package mortise.core.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * An exact amount with the family of suffixes in which it is written: {@code 1536Mi}, {@code 1500m}, {@code 12e6}.
 * Nothing finer than a billionth is kept. Immutable; equal when the amounts are, however they are written.
 */
public final class Quantity implements Comparable<Quantity> {

    /** Nothing, written {@code 0}. */
    public static final Quantity ZERO = of(0);

    /** A family of suffixes. */
    enum Format {
        /** {@code Ki} to {@code Ei}, powers of 1024. */
        BINARY,
        /** {@code n} to {@code E}, powers of 1000. */
        DECIMAL,
        /** {@code e} and a power of ten. */
        EXPONENT
    }

    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    private static final String[] DECIMAL_SUFFIXES = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    private static final int LEAST_EXPONENT = -9;
    private static final int MILLI = 3;
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final BigDecimal LEAST_BINARY = BigDecimal.valueOf(1024);
    private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);

    private final BigDecimal amount;
    private final Format format;
    private final @Nullable String text;

    /** Makes a quantity; {@code text} is how it was written when it keeps that, {@code null} for the usual form. */
    Quantity(BigDecimal amount, Format format, @Nullable String text) {
        this.amount = amount;
        this.format = format;
        this.text = text;
    }

    /**
     * Reads a quantity; finer amounts than a billionth are rounded away from zero.
     *
     * @throws IllegalArgumentException when it is none, with the message that users see
     */
    public static Quantity parse(String text) {
        return QuantityParser.parse(text);
    }

    /** Returns a whole amount with decimal suffixes. */
    public static Quantity of(long amount) {
        return new Quantity(BigDecimal.valueOf(amount), Format.DECIMAL, null);
    }

    /** Returns a quantity in the form in which it is shown and stored. */
    public static String canonical(String text) {
        return QuantityParser.isShort(text) ? text : parse(text).toString();
    }

    /** Returns the exact number. */
    public BigDecimal amount() {
        return amount;
    }

    /** Returns -1, 0 or 1. */
    public int signum() {
        return amount.signum();
    }

    /** Says whether nothing stands behind the point. */
    public boolean isInteger() {
        return amount.signum() == 0 || amount.scale() <= 0 || amount.stripTrailingZeros().scale() <= 0;
    }

    /** Returns the amount in whole units, rounded away from zero; the nearest {@code long} when it is beyond. */
    public long value() {
        return saturated(amount);
    }

    /** Returns the amount in thousandths, rounded away from zero; the nearest {@code long} when it is beyond. */
    public long milliValue() {
        return saturated(amount.scaleByPowerOfTen(MILLI));
    }

    /** Returns the sum, written like this quantity, or like the other one when this is nothing. */
    public Quantity add(Quantity other) {
        return new Quantity(amount.add(other.amount), formatBeside(other), null);
    }

    /** Returns the difference, written like this quantity, or like the other one when this is nothing. */
    public Quantity subtract(Quantity other) {
        return new Quantity(amount.subtract(other.amount), formatBeside(other), null);
    }

    /** Returns the amount in whole thousandths, rounded away from zero. */
    public Quantity roundUpToMilli() {
        return amount.scale() <= MILLI
                ? this
                : new Quantity(amount.setScale(MILLI, RoundingMode.UP), format, null);
    }

    @Override
    public int compareTo(Quantity other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Quantity that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return amount.stripTrailingZeros().hashCode();
    }

    /** Returns the form in which it is shown and stored, for example {@code 1536Mi} for {@code 1.5Gi}. */
    @Override
    public String toString() {
        if (text != null) {
            return text;
        }
        if (amount.signum() == 0) {
            return "0";
        }
        return format == Format.BINARY && amount.abs().compareTo(LEAST_BINARY) >= 0 && isInteger()
                ? binary()
                : decimal();
    }

    private String binary() {
        BigInteger number = amount.toBigIntegerExact();
        int power = 0;
        while (power < BINARY_SUFFIXES.length - 1) {
            BigInteger[] parts = number.divideAndRemainder(KIBI);
            if (parts[1].signum() != 0) {
                break;
            }
            number = parts[0];
            power++;
        }
        // Without a suffix it is read back as a decimal one, so it is written as such at once.
        return power == 0 ? decimal() : number + BINARY_SUFFIXES[power];
    }

    private String decimal() {
        BigDecimal shortest = amount.stripTrailingZeros();
        int excess = Math.floorMod(-shortest.scale(), MILLI);
        int exponent = -shortest.scale() - excess;
        BigInteger number = shortest.unscaledValue().multiply(BigInteger.TEN.pow(excess));
        int suffix = (exponent - LEAST_EXPONENT) / MILLI;
        if (format != Format.EXPONENT && suffix < DECIMAL_SUFFIXES.length) {
            return number + DECIMAL_SUFFIXES[suffix];
        }
        return exponent == 0 ? number.toString() : number + "e" + exponent;
    }

    private Format formatBeside(Quantity other) {
        return signum() == 0 ? other.format : format;
    }

    private static long saturated(BigDecimal number) {
        if (number.compareTo(LONG_MAX) > 0) {
            return Long.MAX_VALUE;
        }
        if (number.compareTo(LONG_MIN) < 0) {
            return Long.MIN_VALUE;
        }
        return number.setScale(0, RoundingMode.UP).longValueExact();
    }
}
