package mortise.core.jwt;

import java.math.BigInteger;
import java.security.spec.ECFieldFp;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;

/**
 * Computes the public point of an EC private key, which the JDK does not. Done when a file is read and never for what a
 * stranger sends, so that the time it takes tells nobody anything.
 *
 * <p>Points are kept as {@code (x / z², y / z³)}, which needs one inversion in all instead of one for each step: every
 * start of a server reads keys, with code that is not compiled yet.
 */
final class Curve {

    private static final BigInteger THREE = BigInteger.valueOf(3);

    private final BigInteger prime;
    private final BigInteger a;

    /** A point; with a {@code z} of zero, the one at infinity. */
    private record Point(BigInteger x, BigInteger y, BigInteger z) {

        static final Point INFINITY = new Point(BigInteger.ONE, BigInteger.ONE, BigInteger.ZERO);
    }

    private Curve(ECParameterSpec parameters) {
        prime = ((ECFieldFp) parameters.getCurve().getField()).getP();
        a = parameters.getCurve().getA();
    }

    /** Returns {@code factor} times the generator of the curve. */
    static ECPoint point(BigInteger factor, ECParameterSpec parameters) {
        var curve = new Curve(parameters);
        Point sum = Point.INFINITY;
        for (int bit = factor.bitLength() - 1; bit >= 0; bit--) {
            sum = curve.twice(sum);
            if (factor.testBit(bit)) {
                sum = curve.add(sum, parameters.getGenerator());
            }
        }
        return curve.affine(sum);
    }

    private Point twice(Point point) {
        BigInteger ySquare = square(point.y);
        BigInteger s = product(point.x, ySquare).shiftLeft(2);
        BigInteger slope = square(point.x).multiply(THREE).add(product(a, square(square(point.z))));
        BigInteger x = square(slope).subtract(s.shiftLeft(1)).mod(prime);
        BigInteger y = product(slope, s.subtract(x)).subtract(square(ySquare).shiftLeft(3)).mod(prime);
        return new Point(x, y, product(point.y, point.z).shiftLeft(1).mod(prime));
    }

    private Point add(Point point, ECPoint other) {
        if (point.z.signum() == 0) {
            return new Point(other.getAffineX(), other.getAffineY(), BigInteger.ONE);
        }
        BigInteger zSquare = square(point.z);
        BigInteger run = product(other.getAffineX(), zSquare).subtract(point.x).mod(prime);
        BigInteger rise = product(other.getAffineY(), product(zSquare, point.z)).subtract(point.y).mod(prime);
        if (run.signum() == 0) {
            return rise.signum() == 0 ? twice(point) : Point.INFINITY;
        }
        BigInteger runSquare = square(run);
        BigInteger runCube = product(runSquare, run);
        BigInteger v = product(point.x, runSquare);
        BigInteger x = square(rise).subtract(runCube).subtract(v.shiftLeft(1)).mod(prime);
        BigInteger y = product(rise, v.subtract(x)).subtract(product(point.y, runCube)).mod(prime);
        return new Point(x, y, product(point.z, run));
    }

    private ECPoint affine(Point point) {
        if (point.z.signum() == 0) {
            return ECPoint.POINT_INFINITY;
        }
        BigInteger inverse = point.z.modInverse(prime);
        BigInteger square = square(inverse);
        return new ECPoint(product(point.x, square), product(point.y, product(square, inverse)));
    }

    private BigInteger square(BigInteger number) {
        return product(number, number);
    }

    private BigInteger product(BigInteger left, BigInteger right) {
        return left.multiply(right).mod(prime);
    }
}
