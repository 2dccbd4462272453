package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The fields 1 to 3 of a message that is no object in JSON. Made where the message begins; leaves the input at its end.
 */
final class ProtobufParts {

    private static final byte[] NOTHING = {};

    private final ProtobufInput input;
    private final int start;
    private final int end;
    private final long[] numbers = new long[3];
    private int seen;

    ProtobufParts(ProtobufInput input, int end) {
        this.input = input;
        this.start = input.position();
        this.end = end;
        while (input.position() < end) {
            int tag = input.tag(end);
            int number = tag >>> 3;
            if (number <= 3) {
                seen |= 1 << number;
            }
            if (number <= 2 && (tag & 7) == ProtobufOutput.VARINT) {
                numbers[number] = input.varint(end);
            } else {
                input.skip(tag & 7, end);
            }
        }
    }

    boolean has(int number) {
        return (seen & 1 << number) != 0;
    }

    /** Returns the number in field 1, or 0. */
    long first() {
        return numbers[1];
    }

    /** Returns the number in field 2, or 0. */
    long second() {
        return numbers[2];
    }

    /** Returns the bytes of the last field with a number; none when there is none. */
    byte[] last(int number) {
        var last = new byte[][] {NOTHING};
        each(number, stop -> last[0] = Arrays.copyOfRange(input.bytes(), input.position(), stop));
        return last[0];
    }

    String text(int number) {
        return new String(last(number), StandardCharsets.UTF_8);
    }

    /** Walks over the delimited fields with a number: the input stands at the content, and the action gets its end. */
    void each(int number, IntConsumer action) {
        input.moveTo(start);
        while (input.position() < end) {
            int tag = input.tag(end);
            if (tag >>> 3 == number && (tag & 7) == ProtobufOutput.DELIMITED) {
                int stop = input.delimitedEnd(end);
                action.accept(stop);
                input.moveTo(stop);
            } else {
                input.skip(tag & 7, end);
            }
        }
    }
}
