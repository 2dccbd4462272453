package mortise.core.codec;

import java.nio.charset.StandardCharsets;

/**
 * Reads the primitives of the protobuf wire format from an array. Whatever the bytes are, it reads nothing beyond the
 * end that it is given, and throws {@link MalformedBodyException} for what is no message. Not thread-safe.
 */
final class ProtobufInput {

    static final int START_GROUP = 3;
    static final int END_GROUP = 4;
    static final int FIXED32 = 5;

    private static final int VARINT_BYTES_MAX = 10;

    private final byte[] bytes;
    private int at;

    ProtobufInput(byte[] bytes, int from) {
        this.bytes = bytes;
        this.at = from;
    }

    int position() {
        return at;
    }

    byte[] bytes() {
        return bytes;
    }

    void moveTo(int position) {
        at = position;
    }

    /** Returns number and wire type of the next field, as they stand on the wire. */
    int tag(int end) {
        long tag = varint(end);
        if (tag >>> 3 == 0 || tag >>> 32 != 0) {
            throw new MalformedBodyException("proto: illegal tag " + (tag >>> 3) + " (wire type " + (tag & 7) + ")");
        }
        return (int) tag;
    }

    long varint(int end) {
        long value = 0;
        for (int i = 0; i < VARINT_BYTES_MAX; i++) {
            if (at >= end) {
                throw truncated();
            }
            byte b = bytes[at++];
            value |= (long) (b & 0x7F) << 7 * i;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedBodyException("proto: integer overflow");
    }

    long fixed64(int end) {
        need(8, end);
        long value = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            value |= (bytes[at++] & 0xFFL) << shift;
        }
        return value;
    }

    /** Reads the length of what follows; returns where that ends. */
    int delimitedEnd(int end) {
        long length = varint(end);
        if (length < 0) {
            throw new MalformedBodyException("proto: negative length found during unmarshaling");
        }
        if (length > end - at) {
            throw truncated();
        }
        return at + (int) length;
    }

    String text(int end) {
        int stop = delimitedEnd(end);
        String text = new String(bytes, at, stop - at, StandardCharsets.UTF_8);
        at = stop;
        return text;
    }

    /** Passes over a field that nobody asks for. */
    void skip(int wireType, int end) {
        switch (wireType) {
            case ProtobufOutput.VARINT -> varint(end);
            case ProtobufOutput.FIXED64 -> {
                need(8, end);
                at += 8;
            }
            case ProtobufOutput.DELIMITED -> at = delimitedEnd(end);
            case FIXED32 -> {
                need(4, end);
                at += 4;
            }
            case START_GROUP -> skipGroup(end);
            case END_GROUP -> throw new MalformedBodyException("proto: wiretype end group for non-group");
            default -> throw new MalformedBodyException("proto: illegal wireType " + wireType);
        }
    }

    /** Groups nest without their length being known; counting them needs no stack. */
    private void skipGroup(int end) {
        int open = 1;
        while (open > 0) {
            int wireType = tag(end) & 7;
            if (wireType == START_GROUP) {
                open++;
            } else if (wireType == END_GROUP) {
                open--;
            } else {
                skip(wireType, end);
            }
        }
    }

    private void need(int count, int end) {
        if (end - at < count) {
            throw truncated();
        }
    }

    private static MalformedBodyException truncated() {
        return new MalformedBodyException("unexpected EOF");
    }
}
