package mortise.core.codec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes CBOR (RFC 8949) bodies to trees and reports fields that were given twice.
 *
 * <p>Byte strings are texts in UTF-8, unless a tag says that they are to become base64 or hexadecimal digits. Tags that
 * mean nothing in JSON are dropped; whole numbers beyond 64 bits with sign, numbers that are none, and other simple
 * values than true, false and null are refused. Safe for use by many threads; never blocks.
 */
public final class CborDecoder {

    /** How many values a body may have: each takes far more memory than its byte or more in the body. */
    static final int VALUES_MAX = 1_000_000;

    private static final int INDEFINITE = 31;
    private static final int BREAK = 0xff;
    private static final int TEXT = 3;
    private static final int TAG = 6;
    private static final int EPOCH_TIME = 1;
    private static final int BASE64_URL = 21;
    private static final int BASE64 = 22;
    private static final int BASE16 = 23;

    private final byte[] bytes;
    private final DecodeLimits limits;
    private final Duplicates duplicates = new Duplicates();
    /** The steps from the root to the value that is read: names, and texts such as {@code [0]}. */
    private final ArrayList<Object> path = new ArrayList<>();
    private int at;
    private int values;

    private CborDecoder(byte[] bytes, DecodeLimits limits) {
        this.bytes = bytes;
        this.limits = limits;
    }

    /**
     * Decodes one data item with nothing behind it.
     *
     * @throws MalformedBodyException when the bytes are not that, or exceed a limit
     */
    public static Decoded decode(byte[] cbor, DecodeLimits limits) {
        if (cbor.length > limits.bytesMax()) {
            throw new MalformedBodyException("Request entity too large: limit is " + limits.bytesMax());
        }
        var decoder = new CborDecoder(cbor, limits);
        Object value = decoder.value(0);
        if (decoder.at < cbor.length) {
            throw new MalformedBodyException("cbor: " + (cbor.length - decoder.at)
                    + " bytes of extraneous data starting at index " + decoder.at);
        }
        return new Decoded(value, decoder.duplicates.fields());
    }

    private @Nullable Object value(int depth) {
        if (++values > VALUES_MAX) {
            throw new MalformedBodyException("more than " + VALUES_MAX + " values");
        }
        int first = next();
        int major = first >> 5;
        int info = first & 0x1f;
        return switch (major) {
            case CborEncoder.UNSIGNED -> whole(count(info));
            case CborEncoder.NEGATIVE -> ~whole(count(info));
            case CborEncoder.BYTES, TEXT -> text(content(major, info));
            case CborEncoder.ARRAY -> list(info, depth + 1);
            case CborEncoder.MAP -> struct(info, depth + 1);
            case TAG -> tagged(count(info), depth + 1);
            default -> simple(first, info);
        };
    }

    private List<@Nullable Object> list(int info, int depth) {
        checkDepth(depth);
        long count = info == INDEFINITE ? Long.MAX_VALUE : bounded(count(info), 1);
        var list = new ArrayList<@Nullable Object>(4);
        path.add("");
        for (long i = 0; i < count && !ends(info); i++) {
            path.set(path.size() - 1, (int) i);
            list.add(value(depth));
        }
        path.remove(path.size() - 1);
        return list;
    }

    private Map<String, @Nullable Object> struct(int info, int depth) {
        checkDepth(depth);
        long count = info == INDEFINITE ? Long.MAX_VALUE : bounded(count(info), 2);
        var struct = new LinkedHashMap<String, @Nullable Object>(8);
        path.add("");
        for (long i = 0; i < count && !ends(info); i++) {
            String name = name();
            path.set(path.size() - 1, name);
            Object value = value(depth);
            int size = struct.size();
            struct.put(name, value);
            if (struct.size() == size) {
                duplicates.field(this::path);
            }
        }
        path.remove(path.size() - 1);
        return struct;
    }

    private String name() {
        int first = next();
        int major = first >> 5;
        if (major != CborEncoder.BYTES && major != TEXT) {
            throw new MalformedBodyException("cbor: a name of a field is neither a text nor bytes");
        }
        return text(content(major, first & 0x1f));
    }

    /** Says whether a map or array of unknown length ends here, and passes its end. */
    private boolean ends(int info) {
        if (info == INDEFINITE && at < bytes.length && (bytes[at] & 0xff) == BREAK) {
            at++;
            return true;
        }
        return false;
    }

    private @Nullable Object tagged(long tag, int depth) {
        checkDepth(depth);
        if (tag == 2 || tag == 3) {
            throw new MalformedBodyException("cbor: a number that is too large");
        }
        if (tag >= BASE64_URL && tag <= BASE16 && at < bytes.length && (bytes[at] & 0xff) >> 5 == CborEncoder.BYTES) {
            int first = next();
            byte[] content = content(CborEncoder.BYTES, first & 0x1f);
            return tag == BASE64_URL ? Base64.getUrlEncoder().withoutPadding().encodeToString(content)
                    : tag == BASE64 ? Base64.getEncoder().encodeToString(content)
                    : HexFormat.of().formatHex(content);
        }
        Object value = value(depth);
        return tag == EPOCH_TIME && value instanceof Number seconds ? time(seconds) : value;
    }

    private static String time(Number seconds) {
        try {
            return Instant.ofEpochMilli(Math.round(seconds.doubleValue() * 1000)).toString();
        } catch (DateTimeException outOfRange) {
            throw new MalformedBodyException("cbor: a time out of range");
        }
    }

    private @Nullable Object simple(int first, int info) {
        return switch (info) {
            case 20 -> Boolean.FALSE;
            case 21 -> Boolean.TRUE;
            case 22 -> null;
            case 25 -> finite(half((int) bigEndian(2)));
            case 26 -> finite(Float.intBitsToFloat((int) bigEndian(4)));
            case 27 -> finite(Double.longBitsToDouble(bigEndian(8)));
            case INDEFINITE -> throw new MalformedBodyException("cbor: unexpected \"break\" code");
            default -> throw new MalformedBodyException(
                    "cbor: cannot decode the simple value " + Integer.toHexString(first));
        };
    }

    private static Double finite(double number) {
        if (!Double.isFinite(number)) {
            throw new MalformedBodyException("cbor: a number is not finite");
        }
        return number;
    }

    /** Returns the number that 16 bits say: 1 of sign, 5 of exponent, 10 of fraction. */
    private static double half(int bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        double size = exponent == 0 ? fraction * 0x1p-24
                : exponent == 31 ? (fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN)
                : (0x400 + fraction) * Math.pow(2, exponent - 25);
        return (bits & 0x8000) == 0 ? size : -size;
    }

    private static long whole(long count) {
        if (count < 0) {
            throw new MalformedBodyException("cbor: a whole number does not fit 64 bits with sign");
        }
        return count;
    }

    /** Reads the bytes of a byte string or text, which may come in pieces. */
    private byte[] content(int major, int info) {
        if (info != INDEFINITE) {
            int length = (int) bounded(count(info), 1);
            at += length;
            return Arrays.copyOfRange(bytes, at - length, at);
        }
        var whole = new ByteArrayOutputStream();
        while (!ends(INDEFINITE)) {
            int first = next();
            if (first >> 5 != major || (first & 0x1f) == INDEFINITE) {
                throw new MalformedBodyException("cbor: a piece of a text is of another type");
            }
            int length = (int) bounded(count(first & 0x1f), 1);
            whole.write(bytes, at, length);
            at += length;
        }
        return whole.toByteArray();
    }

    private static String text(byte[] content) {
        for (byte b : content) {
            if (b < 0) {
                return wideText(content);
            }
        }
        return new String(content, StandardCharsets.ISO_8859_1);
    }

    private static String wideText(byte[] content) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException malformed) {
            throw new MalformedBodyException("cbor: invalid UTF-8 string");
        }
    }

    private long count(int info) {
        if (info < 24) {
            return info;
        }
        if (info > 27) {
            throw new MalformedBodyException("cbor: invalid additional information " + info);
        }
        return bigEndian(1 << info - 24);
    }

    /** Checks a number of bytes or items against what is left, so that nothing is made for what cannot be there. */
    private long bounded(long count, int bytesEach) {
        if (count < 0 || count > (bytes.length - at) / bytesEach) {
            throw truncated();
        }
        return count;
    }

    private long bigEndian(int size) {
        if (bytes.length - at < size) {
            throw truncated();
        }
        long value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | bytes[at++] & 0xff;
        }
        return value;
    }

    private int next() {
        if (at >= bytes.length) {
            throw truncated();
        }
        return bytes[at++] & 0xff;
    }

    private static MalformedBodyException truncated() {
        return new MalformedBodyException("unexpected EOF");
    }

    private void checkDepth(int depth) {
        if (depth > limits.depthMax()) {
            throw new MalformedBodyException("exceeded max depth");
        }
    }

    private StringBuilder path() {
        var text = new StringBuilder();
        for (Object step : path) {
            Duplicates.step(text, step instanceof String name ? name : "[" + step + "]");
        }
        return text;
    }
}
