package mortise.core.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Encodes JSON as CBOR (RFC 8949) in one pass: texts and names as byte strings, as Kubernetes writes them, every length
 * stated. Safe for use by many threads; never blocks.
 */
public final class CborEncoder {

    static final int UNSIGNED = 0;
    static final int NEGATIVE = 1;
    static final int BYTES = 2;
    static final int ARRAY = 4;
    static final int MAP = 5;

    private static final byte[] SELF_DESCRIBED = {(byte) 0xd9, (byte) 0xd9, (byte) 0xf7};
    private static final byte EMPTY_ARRAY = (byte) 0x80;
    private static final int FALSE = 0xf4;
    private static final int TRUE = 0xf5;
    private static final int NULL = 0xf6;
    private static final int FLOAT = 0xfa;
    private static final int DOUBLE = 0xfb;

    private final JsonParser parser;
    private byte[] bytes;
    private int length;

    private CborEncoder(JsonParser parser, int sizeExpected) {
        this.parser = parser;
        this.bytes = new byte[Math.max(sizeExpected, 16)];
    }

    /** Returns the tag that says that CBOR follows; a new array. */
    public static byte[] selfDescribed() {
        return SELF_DESCRIBED.clone();
    }

    /**
     * Returns JSON in UTF-8 as one data item.
     *
     * @throws MalformedBodyException when the bytes are no JSON
     */
    public static byte[] encode(byte[] json) {
        try (JsonParser parser = JsonDecoder.parser(json)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new MalformedBodyException("unexpected end of JSON input");
            }
            var encoder = new CborEncoder(parser, json.length);
            encoder.value(first);
            return Arrays.copyOf(encoder.bytes, encoder.length);
        } catch (JsonProcessingException broken) {
            throw new MalformedBodyException("json: " + broken.getOriginalMessage());
        } catch (IOException unexpected) {
            throw new UncheckedIOException("reading from memory failed", unexpected);
        }
    }

    /**
     * Returns the begin of an object whose last member is an array, up to that array's first item.
     *
     * @param json the object with that array empty
     * @param count how many items follow
     */
    public static byte[] openArray(byte[] json, long count) {
        byte[] closed = encode(json);
        int last = closed.length - 1;
        if (closed[last] != EMPTY_ARRAY) {
            throw new IllegalArgumentException("the last member is no empty array");
        }
        byte[] opened = Arrays.copyOf(closed, last + 9);
        return Arrays.copyOf(opened, head(opened, last, ARRAY, count));
    }

    private void value(JsonToken token) throws IOException {
        switch (token) {
            case VALUE_STRING -> text();
            case START_OBJECT -> struct();
            case START_ARRAY -> list();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(token);
            case VALUE_TRUE -> simple(TRUE);
            case VALUE_FALSE -> simple(FALSE);
            case VALUE_NULL -> simple(NULL);
            default -> throw new IllegalStateException("unexpected token " + token);
        }
    }

    private void struct() throws IOException {
        reserve(1);
        int mark = length++;
        int members = 0;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            delimited(name.getBytes(StandardCharsets.UTF_8));
            value(parser.nextToken());
            members++;
        }
        end(mark, MAP, members);
    }

    private void list() throws IOException {
        reserve(1);
        int mark = length++;
        int items = 0;
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            value(token);
            items++;
        }
        end(mark, ARRAY, items);
    }

    /** Puts the head of a map or array before its content; a long one moves the content. */
    private void end(int mark, int major, int count) {
        int more = headSize(count) - 1;
        if (more > 0) {
            reserve(more);
            System.arraycopy(bytes, mark + 1, bytes, mark + 1 + more, length - mark - 1);
            length += more;
        }
        head(bytes, mark, major, count);
    }

    private void text() throws IOException {
        char[] from = parser.getTextCharacters();
        int start = parser.getTextOffset();
        int count = parser.getTextLength();
        reserve(count + 5);
        int at = head(bytes, length, BYTES, count);
        for (int i = start; i < start + count; i++) {
            if (from[i] >= 0x80) {
                delimited(new String(from, start, count).getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[at++] = (byte) from[i];
        }
        length = at;
    }

    private void delimited(byte[] content) {
        reserve(content.length + 9);
        length = head(bytes, length, BYTES, content.length);
        System.arraycopy(content, 0, bytes, length, content.length);
        length += content.length;
    }

    private void number(JsonToken token) throws IOException {
        reserve(9);
        if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long number = parser.getLongValue();
            length = head(bytes, length, number < 0 ? NEGATIVE : UNSIGNED, number < 0 ? ~number : number);
            return;
        }
        double number = parser.getDoubleValue();
        boolean single = (float) number == number;
        long bits = single ? Float.floatToIntBits((float) number) & 0xFFFFFFFFL : Double.doubleToLongBits(number);
        bytes[length++] = (byte) (single ? FLOAT : DOUBLE);
        length = bigEndian(bytes, length, single ? 4 : 8, bits);
    }

    private void simple(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    private static int headSize(long count) {
        return count < 24 ? 1 : count < 0x100 ? 2 : count < 0x10000 ? 3 : count < 0x1_0000_0000L ? 5 : 9;
    }

    private static int head(byte[] to, int at, int major, long count) {
        int size = headSize(count) - 1;
        int info = size == 0 ? (int) count : 24 + Integer.numberOfTrailingZeros(size);
        to[at] = (byte) (major << 5 | info);
        return bigEndian(to, at + 1, size, count);
    }

    private static int bigEndian(byte[] to, int from, int size, long value) {
        int at = from;
        for (int shift = 8 * size - 8; shift >= 0; shift -= 8) {
            to[at++] = (byte) (value >> shift);
        }
        return at;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), Math.min(length, 1 << 29) * 2));
        }
    }
}
