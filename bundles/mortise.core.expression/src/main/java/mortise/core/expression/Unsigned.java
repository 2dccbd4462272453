package mortise.core.expression;

import java.math.BigInteger;

/** A whole number of 64 bits without sign. */
record Unsigned(long bits) {

    private static final int BITS = 64;

    static Unsigned of(BigInteger number) {
        if (number.signum() < 0 || number.bitLength() > BITS) {
            throw Fault.of("unsigned integer overflow");
        }
        return new Unsigned(number.longValue());
    }

    BigInteger number() {
        return new BigInteger(Long.toUnsignedString(bits));
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(bits);
    }
}
