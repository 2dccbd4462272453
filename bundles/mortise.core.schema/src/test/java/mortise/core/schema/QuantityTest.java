package mortise.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    private static final String[] SUFFIXES = {
        "n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "e3", "E-2", "e+7", "e0"
    };

    /** What kube-apiserver answered, see the recorded exchanges about quantities. */
    @ParameterizedTest
    @CsvSource({
        "1Gi, 1Gi", "1024Mi, 1Gi", "1000m, 1", "1e3, 1e3", "1E3, 1E3", "0.5Gi, 512Mi", "1.5, 1500m", "100k, 100k",
        "1500M, 1500M", "+5, +5", "Gi, 0", "0, 0", "123456789012345678901234567890, 123456789012345678901234567890",
        "5, 5"
    })
    void answersOfKubernetes(String written, String shown) {
        assertThat(Quantity.canonical(written)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "1.5Gi, 1536Mi", "0.5, 500m", "1000k, 1M", "12e6, 12e6", "12000e3, 12e6", "100000, 100k", "0.1Ki, 102400m",
        "1Ki, 1Ki", "1023, 1023", "512Ki, 512Ki", "8192Ki, 8Mi", "16Ei, 9223372036854775807", "-1.5Gi, -1536Mi",
        "0.9n, 1n", "-0.9n, -1n", "1.0000000001, 1000000001n", "1e-3, 1e-3", "10e-3, 10e-3", "1e1, 10",
        "1000E, 1e21", "00, 0", "-0, 0", "007, 007", "1.500, 1.500", "1.000, 1", "0.000, 0", "., 0", "1., 1.",
        ".5, 500m", "1E, 1E", "1000000u, 1", "0.5Ki, 512", "0.0005Gi, 536870912m", "2048Ki, 2Mi", "62.5Ki, 64k",
        "1e0, 1e0"
    })
    void usualForms(String written, String shown) {
        assertThat(Quantity.canonical(written)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "'', FORM", "1 Gi, FORM", "{, FORM", "true, FORM", "1Gi!, FORM", "1.2.3, FORM", "0x10, FORM",
        "--1, SUFFIX", "1Ki5, SUFFIX", "1g, FORM", "1K, SUFFIX", "1mi, SUFFIX", "1e, SUFFIX", "1e3.5, FORM",
        "1e99999999999, SUFFIX", "1e1001, SUFFIX", "1ee3, SUFFIX", "e-10, NUMBER", ".e-10, NUMBER"
    })
    void whatIsNoQuantity(String written, String kind) {
        String message = switch (kind) {
            case "FORM" -> "quantities must match the regular expression"
                    + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
            case "SUFFIX" -> "unable to parse quantity's suffix";
            default -> "unable to parse numeric part of quantity";
        };
        assertThatThrownBy(() -> Quantity.parse(written)).as(written)
                .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void textsThatWouldTakeTooLongAreRefused() {
        assertThatThrownBy(() -> Quantity.parse("1".repeat(1001))).hasMessage(
                "unable to parse numeric part of quantity");
        assertThat(Quantity.parse("1".repeat(1000)).signum()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1000, true", "1500m, 2, 1500, false", "-1500m, -2, -1500, false", "1n, 1, 1, false",
        "1Ki, 1024, 1024000, true", "1.000, 1, 1000, true", "0, 0, 0, true", "1e3, 1000, 1000000, true",
        "10E, 9223372036854775807, 9223372036854775807, true", "-10E, -9223372036854775808, -9223372036854775808, true",
        "9223372036854775807, 9223372036854775807, 9223372036854775807, true", "1e900, 9223372036854775807,"
            + " 9223372036854775807, true"
    })
    void wholeAndMilliValuesAreRoundedAwayFromZero(String written, long value, long milli, boolean integer) {
        Quantity quantity = Quantity.parse(written);
        assertThat(quantity.value()).isEqualTo(value);
        assertThat(quantity.milliValue()).isEqualTo(milli);
        assertThat(quantity.isInteger()).isEqualTo(integer);
    }

    @ParameterizedTest
    @CsvSource({"1.2345, 1235m", "1u, 1m", "-1u, -1m", "1.5, 1500m", "+5, +5", "1.500, 1.500", "1Gi, 1Gi", "0, 0"})
    void resourcesAreRoundedUpToThousandths(String written, String shown) {
        assertThat(Quantity.parse(written).roundUpToMilli()).hasToString(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "1Gi, 1Gi, 2Gi, 0", "500m, 500m, 1, 0", "0, 1Ki, 1Ki, -1Ki", "1Gi, 1, 1073741825, 1073741823",
        "1e3, 1k, 2e3, 0", "1, 1u, 1000001u, 999999u"
    })
    void sumsAreWrittenLikeTheFirst(String one, String other, String sum, String difference) {
        assertThat(Quantity.parse(one).add(Quantity.parse(other))).hasToString(sum);
        assertThat(Quantity.parse(one).subtract(Quantity.parse(other))).hasToString(difference);
    }

    @Test
    void amountsAreEqualHoweverTheyAreWritten() {
        assertThat(Quantity.parse("1024Mi")).isEqualTo(Quantity.parse("1.0Gi")).hasSameHashCodeAs(Quantity.parse("1Gi"))
                .isEqualByComparingTo(Quantity.of(1L << 30)).isNotEqualTo(Quantity.parse("1G"));
        assertThat(Quantity.parse("1500m")).isEqualTo(Quantity.parse("1.5")).hasToString("1500m");
        assertThat(Quantity.parse("1G")).isLessThan(Quantity.parse("1Gi"));
        assertThat(Quantity.ZERO.signum()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-"})
    void everyFormMeansItsAmount(String sign) {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String digits = number(random);
            int suffix = random.nextInt(SUFFIXES.length);
            String text = sign + digits + SUFFIXES[suffix];
            BigDecimal amount = new BigDecimal(digits).multiply(unit(suffix)).setScale(9, RoundingMode.UP);
            if (suffix >= 10 && suffix < 16) {
                amount = amount.min(BigDecimal.valueOf(Long.MAX_VALUE));
            }
            long whole = amount.setScale(0, RoundingMode.UP).min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
            Quantity quantity = Quantity.parse(text);
            String shown = quantity.toString();
            if (whole < Long.MAX_VALUE) {
                assertThat(quantity.value()).as("%s, seed %d", text, seed).isEqualTo(sign.isEmpty() ? whole : -whole);
            }
            assertThat(Quantity.parse(shown)).as("%s, seed %d", text, seed).isEqualTo(quantity);
            assertThat(Quantity.canonical(text)).as("%s, seed %d", text, seed).isEqualTo(shown);
            assertThat(Quantity.canonical(shown)).as("%s, seed %d", text, seed).isEqualTo(shown);
        }
    }

    private static String number(Random random) {
        var digits = new StringBuilder().append(random.nextInt(10));
        for (int i = random.nextInt(random.nextBoolean() ? 4 : 24); i > 0; i--) {
            digits.append(random.nextInt(3) == 0 ? 0 : random.nextInt(10));
        }
        if (random.nextInt(3) == 0) {
            digits.insert(1 + random.nextInt(digits.length()), '.');
        }
        return digits.toString();
    }

    private static BigDecimal unit(int suffix) {
        if (suffix < 10) {
            return BigDecimal.ONE.scaleByPowerOfTen(3 * suffix - 9);
        }
        if (suffix < 16) {
            return BigDecimal.valueOf(1024).pow(suffix - 9);
        }
        return BigDecimal.ONE.scaleByPowerOfTen(new int[] {3, -2, 7, 0}[suffix - 16]);
    }
}
