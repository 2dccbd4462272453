package mortise.core.jwt;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Goal: the public point is the one that the JDK would have made with the private key. */
class CurveTest {

    private static final int KEYS = 20;

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
    void thePointIsThatOfTheKeyPair(String name) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec(name));
        for (int i = 0; i < KEYS; i++) {
            KeyPair pair = generator.generateKeyPair();
            var secret = (ECPrivateKey) pair.getPrivate();
            assertThat(Curve.point(secret.getS(), secret.getParams())).as("of %x", secret.getS())
                    .isEqualTo(((ECPublicKey) pair.getPublic()).getW());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secp256r1", "secp384r1", "secp521r1"})
    void theOrderOfTheGeneratorLeadsBackToIt(String name) throws Exception {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(name));
        ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
        ECPoint generator = curve.getGenerator();
        BigInteger order = curve.getOrder();
        assertThat(Curve.point(BigInteger.ZERO, curve)).isEqualTo(ECPoint.POINT_INFINITY);
        assertThat(Curve.point(BigInteger.ONE, curve)).isEqualTo(generator);
        assertThat(Curve.point(order, curve)).isEqualTo(ECPoint.POINT_INFINITY);
        assertThat(Curve.point(order.add(BigInteger.ONE), curve)).isEqualTo(generator);
        ECPoint opposite = Curve.point(order.subtract(BigInteger.ONE), curve);
        assertThat(opposite.getAffineX()).isEqualTo(generator.getAffineX());
        assertThat(opposite.getAffineY()).isNotEqualTo(generator.getAffineY());
    }
}
