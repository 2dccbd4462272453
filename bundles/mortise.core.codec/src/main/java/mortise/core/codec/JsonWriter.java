package mortise.core.codec;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mortise.api.JsonStruct;
import org.jspecify.annotations.Nullable;

/**
 * A growing buffer of compact JSON. Serves one encoding on one thread.
 *
 * <p>Texts are written as they are, apart from what JSON must escape and U+2028 and U+2029, which JavaScript would take
 * for line ends. Numbers look as Go writes them: shortest digits, no exponent from 1e-6 up to 1e21.
 */
final class JsonWriter {

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    /** Whether an ASCII character stands for itself inside a text. */
    private static final boolean[] PLAIN = new boolean[0x80];

    static {
        Arrays.fill(PLAIN, 0x20, 0x80, true);
        PLAIN['"'] = false;
        PLAIN['\\'] = false;
    }

    private byte[] bytes;
    private int length;

    JsonWriter(int sizeExpected) {
        bytes = new byte[sizeExpected];
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    void value(@Nullable Object value) {
        if (value instanceof String text) {
            text(text);
        } else if (value instanceof Map<?, ?> struct) {
            struct(struct);
        } else if (value instanceof List<?> list) {
            list(list);
        } else if (value instanceof Long || value instanceof Integer) {
            ascii(value.toString());
        } else if (value instanceof Boolean || value == null) {
            ascii(String.valueOf(value));
        } else if (value instanceof Double number) {
            ascii(number(number));
        } else {
            throw new IllegalArgumentException("not a tree value: " + value.getClass().getName());
        }
    }

    private void struct(Map<?, ?> struct) {
        byte[] text = struct instanceof JsonStruct unread ? unread.json() : null;
        if (text != null) {
            raw(text, 0, text.length);
            return;
        }
        raw('{');
        boolean first = true;
        for (Map.Entry<?, ?> member : struct.entrySet()) {
            if (!first) {
                raw(',');
            }
            first = false;
            text((String) member.getKey());
            raw(':');
            value(member.getValue());
        }
        raw('}');
    }

    private void list(List<?> list) {
        raw('[');
        for (int i = 0; i < list.size(); i++) {
            if (i > 0) {
                raw(',');
            }
            value(list.get(i));
        }
        raw(']');
    }

    /** Writes a quoted text. */
    void text(String text) {
        raw('"');
        int size = text.length();
        for (int i = plain(text, 0); i < size; i = plain(text, i + 1)) {
            char c = text.charAt(i);
            if (c < 0x80) {
                escaped(c);
            } else if (Character.isHighSurrogate(c) && i + 1 < size && Character.isLowSurrogate(text.charAt(i + 1))) {
                pair(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                wideCharacter(c);
            }
        }
        raw('"');
    }

    /** Writes characters as long as they stand for themselves, and returns where that ends, with room for another. */
    private int plain(String text, int from) {
        int size = text.length();
        // The longest character takes 6 bytes, the others at least the closing quote.
        reserve(size - from + 8);
        byte[] to = bytes;
        int at = length;
        int i = from;
        for (; i < size; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || !PLAIN[c]) {
                break;
            }
            to[at++] = (byte) c;
        }
        length = at;
        return i;
    }

    private void escaped(char c) {
        bytes[length++] = '\\';
        switch (c) {
            case '"', '\\' -> bytes[length++] = (byte) c;
            case '\n' -> bytes[length++] = 'n';
            case '\r' -> bytes[length++] = 'r';
            case '\t' -> bytes[length++] = 't';
            case '\b' -> bytes[length++] = 'b';
            case '\f' -> bytes[length++] = 'f';
            default -> codeUnit(c);
        }
    }

    private void wideCharacter(char c) {
        if (c == 0x2028 || c == 0x2029) {
            bytes[length++] = '\\';
            codeUnit(c);
        } else if (c < 0x800) {
            bytes[length++] = (byte) (0xC0 | c >> 6);
            bytes[length++] = (byte) (0x80 | c & 0x3F);
        } else {
            char known = Character.isSurrogate(c) ? '\uFFFD' : c;
            bytes[length++] = (byte) (0xE0 | known >> 12);
            bytes[length++] = (byte) (0x80 | known >> 6 & 0x3F);
            bytes[length++] = (byte) (0x80 | known & 0x3F);
        }
    }

    private void pair(int codePoint) {
        bytes[length++] = (byte) (0xF0 | codePoint >> 18);
        bytes[length++] = (byte) (0x80 | codePoint >> 12 & 0x3F);
        bytes[length++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
        bytes[length++] = (byte) (0x80 | codePoint & 0x3F);
    }

    private void codeUnit(char c) {
        bytes[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[c >> shift & 0xF];
        }
    }

    /** Writes ASCII text as it is. */
    void ascii(String text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
    }

    /** Writes one ASCII character as it is. */
    void raw(char c) {
        reserve(1);
        bytes[length++] = (byte) c;
    }

    /** Writes bytes as they are. */
    void raw(byte[] from, int start, int end) {
        reserve(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            // From what there was, not from what is written: escapes ask again and again for a byte more than the rest.
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), Math.min(bytes.length, 1 << 29) * 2));
        }
    }

    /** Returns a number as Go writes it. */
    static String number(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("JSON has no number " + number);
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        // Not Double.toString, whose digits are not always the shortest ones before Java 19.
        BigDecimal decimal = shortest(number, new BigDecimal(NumberOutput.toString(number, true)));
        double size = Math.abs(number);
        if (size >= 1e-6 && size < 1e21) {
            return decimal.toPlainString();
        }
        String digits = decimal.unscaledValue().abs().toString();
        int exponent = digits.length() - 1 - decimal.scale();
        return (number < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + Math.abs(exponent);
    }

    /** Java writes two digits at least, so that the smallest double is 4.9e-324, where 5e-324 says the same. */
    private static BigDecimal shortest(double number, BigDecimal decimal) {
        BigDecimal oneDigit = decimal.round(new MathContext(1));
        return (oneDigit.doubleValue() == number ? oneDigit : decimal).stripTrailingZeros();
    }
}
