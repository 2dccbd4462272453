package mortise.core.jwt;

import java.math.BigInteger;
import java.security.spec.ECFieldFp;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.EllipticCurve;

/**
 * Computes the public point of an EC private key, which the JDK does not. Done when a file is read and never for what a
 * stranger sends, so that the time it takes tells nobody anything.
 */
final class Curve {

    private static final BigInteger TWO = BigInteger.TWO;
    private static final BigInteger THREE = BigInteger.valueOf(3);

    private Curve() {
    }

    /** Returns {@code factor} times the generator of the curve. */
    static ECPoint point(BigInteger factor, ECParameterSpec parameters) {
        EllipticCurve curve = parameters.getCurve();
        BigInteger prime = ((ECFieldFp) curve.getField()).getP();
        ECPoint sum = ECPoint.POINT_INFINITY;
        for (int bit = factor.bitLength() - 1; bit >= 0; bit--) {
            sum = add(sum, sum, curve.getA(), prime);
            if (factor.testBit(bit)) {
                sum = add(sum, parameters.getGenerator(), curve.getA(), prime);
            }
        }
        return sum;
    }

    private static ECPoint add(ECPoint left, ECPoint right, BigInteger a, BigInteger prime) {
        if (left.equals(ECPoint.POINT_INFINITY)) {
            return right;
        }
        if (right.equals(ECPoint.POINT_INFINITY)) {
            return left;
        }
        BigInteger x = left.getAffineX();
        BigInteger y = left.getAffineY();
        boolean same = x.equals(right.getAffineX());
        if (same && (!y.equals(right.getAffineY()) || y.signum() == 0)) {
            return ECPoint.POINT_INFINITY;
        }
        BigInteger rise = same ? x.multiply(x).multiply(THREE).add(a) : right.getAffineY().subtract(y);
        BigInteger run = same ? y.multiply(TWO) : right.getAffineX().subtract(x);
        BigInteger slope = rise.multiply(run.modInverse(prime)).mod(prime);
        BigInteger sumX = slope.multiply(slope).subtract(x).subtract(right.getAffineX()).mod(prime);
        return new ECPoint(sumX, slope.multiply(x.subtract(sumX)).subtract(y).mod(prime));
    }
}
