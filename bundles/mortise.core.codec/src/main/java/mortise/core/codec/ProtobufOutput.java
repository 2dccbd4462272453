package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array with the primitives of the protobuf wire format. Not thread-safe. */
final class ProtobufOutput {

    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int DELIMITED = 2;

    private byte[] bytes;
    private int length;

    ProtobufOutput(int sizeExpected) {
        bytes = new byte[Math.max(sizeExpected, 16)];
    }

    int length() {
        return length;
    }

    byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    void tag(int number, int wireType) {
        varint((long) number << 3 | wireType);
    }

    void varint(long value) {
        reserve(10);
        length = put(bytes, length, value);
    }

    private static int put(byte[] to, int from, long value) {
        int at = from;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            to[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        to[at++] = (byte) rest;
        return at;
    }

    static int varintSize(long value) {
        return (70 - Long.numberOfLeadingZeros(value | 1)) / 7;
    }

    void fixed64(long value) {
        reserve(8);
        for (int shift = 0; shift < 64; shift += 8) {
            bytes[length++] = (byte) (value >> shift);
        }
    }

    /** Writes bytes with their length before them. */
    void delimited(byte[] from, int start, int end) {
        varint(end - start);
        raw(from, start, end);
    }

    /** Writes bytes as they are. */
    void raw(byte[] from, int start, int end) {
        reserve(end - start);
        System.arraycopy(from, start, bytes, length, end - start);
        length += end - start;
    }

    /** Writes a text as UTF-8 with its length before it. */
    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        delimited(utf8, 0, utf8.length);
    }

    /** Writes a text as UTF-8 with its length before it. */
    void text(char[] from, int start, int count) {
        reserve(count + 5);
        int at = put(bytes, length, count);
        for (int i = start; i < start + count; i++) {
            char c = from[i];
            if (c >= 0x80) {
                text(new String(from, start, count));
                return;
            }
            bytes[at++] = (byte) c;
        }
        length = at;
    }

    /** Starts a message or text of unknown length; returns what {@link #end} wants. */
    int begin() {
        reserve(1);
        return length++;
    }

    /** Ends what was begun: puts the length before it, which may move it. */
    void end(int mark) {
        int size = length - mark - 1;
        if (size < 0x80) {
            bytes[mark] = (byte) size;
            return;
        }
        int more = varintSize(size) - 1;
        reserve(more);
        System.arraycopy(bytes, mark + 1, bytes, mark + 1 + more, size);
        put(bytes, mark, size);
        length += more;
    }

    /** Puts the pieces between the offsets into another order. */
    void reorder(int[] offsets, Integer[] order) {
        int start = offsets[0];
        byte[] pieces = Arrays.copyOfRange(bytes, start, length);
        int at = start;
        for (int piece : order) {
            int size = offsets[piece + 1] - offsets[piece];
            System.arraycopy(pieces, offsets[piece] - start, bytes, at, size);
            at += size;
        }
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), Math.min(length, 1 << 29) * 2));
        }
    }
}
