package mortise.core.http.exchange;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import mortise.api.ApiException;

/** Decodes percent-encoded text. Pure. */
public final class PercentDecoder {

    private PercentDecoder() {
    }

    /** Decodes a path, in which {@code +} is itself; throws 400 for what no client writes on purpose. */
    static String path(String raw) {
        if (raw.indexOf('%') < 0) {
            return checked(raw, raw);
        }
        byte[] bytes = new byte[raw.length() * 3];
        int length = decode(raw, false, bytes);
        if (length < 0) {
            throw ApiException.badRequest("invalid URL escape in path " + quote(raw));
        }
        return checked(text(bytes, length, raw), raw);
    }

    /** Decodes a name or value of a query, in which {@code +} is a space; what cannot be decoded stands for itself. */
    static String query(String raw) {
        if (raw.indexOf('%') < 0) {
            return raw.replace('+', ' ');
        }
        byte[] bytes = new byte[raw.length() * 3];
        int length = decode(raw, true, bytes);
        return length < 0 ? raw : new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** Decodes the end of a header's name; what cannot be decoded stands for itself. */
    public static String headerName(String raw) {
        if (raw.indexOf('%') < 0) {
            return raw;
        }
        byte[] bytes = new byte[raw.length() * 3];
        int length = decode(raw, false, bytes);
        return length < 0 ? raw : new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    /** Writes the bytes and returns how many there are, or -1 when an escape is not two hexadecimal digits. */
    private static int decode(String raw, boolean plusIsSpace, byte[] bytes) {
        int length = 0;
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                int high = digit(raw, i + 1);
                int low = digit(raw, i + 2);
                if (high < 0 || low < 0) {
                    return -1;
                }
                bytes[length++] = (byte) (high << 4 | low);
                i += 2;
            } else if (c < 0x80) {
                bytes[length++] = (byte) (plusIsSpace && c == '+' ? ' ' : c);
            } else {
                // A surrogate pair takes two turns and four bytes, any other character at most three.
                int points = Character.isHighSurrogate(c) && i + 1 < raw.length() ? 2 : 1;
                byte[] encoded = raw.substring(i, i + points).getBytes(StandardCharsets.UTF_8);
                System.arraycopy(encoded, 0, bytes, length, encoded.length);
                length += encoded.length;
                i += points - 1;
            }
        }
        return length;
    }

    private static int digit(String raw, int at) {
        return at < raw.length() && raw.charAt(at) < 0x80 ? Character.digit(raw.charAt(at), 16) : -1;
    }

    private static String text(byte[] bytes, int length, String raw) {
        try {
            return StandardCharsets.UTF_8.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw ApiException.badRequest("the path is not UTF-8: " + quote(raw));
        }
    }

    private static String checked(String path, String raw) {
        for (int i = 0; i < path.length(); i++) {
            if (path.charAt(i) < 0x20 || path.charAt(i) == 0x7f) {
                throw ApiException.badRequest("the path holds a control character: " + quote(raw));
            }
        }
        return path;
    }

    private static String quote(String raw) {
        return '"' + (raw.length() > 200 ? raw.substring(0, 200) + "..." : raw) + '"';
    }
}
