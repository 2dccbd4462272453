package mortise.core.schema;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A place in the bytes of a generated table, see {@code TablesWriter} of mortise.build.schema. Not thread-safe. */
final class TablesInput {

    private static final int LOW_BITS = 0x7f;
    private static final int WIDTH = 7;

    private final byte[] bytes;
    private int position;

    TablesInput(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    int position() {
        return position;
    }

    int number() {
        int value = 0;
        int shift = 0;
        while (bytes[position] < 0) {
            value |= (bytes[position++] & LOW_BITS) << shift;
            shift += WIDTH;
        }
        return value | bytes[position++] << shift;
    }

    boolean flag() {
        return number() != 0;
    }

    String text() {
        int length = number();
        position += length;
        return new String(bytes, position - length, length, StandardCharsets.UTF_8);
    }

    <T> List<T> list(Function<TablesInput, T> read) {
        int size = number();
        if (size == 0) {
            return List.of();
        }
        var elements = new ArrayList<T>(size);
        for (int i = 0; i < size; i++) {
            elements.add(read.apply(this));
        }
        return elements;
    }

    List<String> texts() {
        return list(TablesInput::text);
    }

    void skipText() {
        int length = number();
        position += length;
    }
}
