package mortise.core.patch;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Shows trees in messages as clients know them: {@code map[a:1 b:[x y]]}, names in order. */
public final class QuotedTree {

    private static final String CUT = "...";
    /** Exponents of ten from which numbers are shown with one, as clients know it. */
    private static final int EXPONENT_MIN = -4;
    private static final int EXPONENT_MAX = 21;

    private final StringBuilder text = new StringBuilder();
    private final int charsMax;

    private QuotedTree(int charsMax) {
        this.charsMax = charsMax;
    }

    /**
     * Returns a value as text.
     *
     * @param charsMax what is beyond so many characters is cut off
     */
    public static String of(@Nullable Object value, int charsMax) {
        var quoted = new QuotedTree(charsMax);
        quoted.add(value);
        if (quoted.text.length() > charsMax) {
            quoted.text.setLength(charsMax);
            quoted.text.append(CUT);
        }
        return quoted.text.toString();
    }

    private void add(@Nullable Object value) {
        if (text.length() > charsMax) {
            return;
        }
        if (value instanceof Map<?, ?> struct) {
            String separator = "map[";
            for (Map.Entry<?, ?> member : new TreeMap<>(struct).entrySet()) {
                text.append(separator).append(member.getKey()).append(':');
                add(member.getValue());
                separator = " ";
            }
            text.append(struct.isEmpty() ? "map[]" : "]");
        } else if (value instanceof List<?> list) {
            String separator = "[";
            for (Object item : list) {
                text.append(separator);
                add(item);
                separator = " ";
            }
            text.append(list.isEmpty() ? "[]" : "]");
        } else {
            text.append(value == null ? "<nil>" : value instanceof Double number ? shown(number) : value.toString());
        }
    }

    private static String shown(double number) {
        if (number == 0 || Double.isNaN(number) || Double.isInfinite(number)) {
            return number == 0 ? "0" : Double.toString(number);
        }
        BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = exact.precision() - exact.scale() - 1;
        if (exponent >= EXPONENT_MIN && exponent < EXPONENT_MAX) {
            return exact.toPlainString();
        }
        String digits = exact.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        return digits + "e" + (exponent < 0 ? '-' : '+') + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}
