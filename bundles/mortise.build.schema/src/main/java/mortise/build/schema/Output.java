package mortise.build.schema;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

/** Collects bytes in the forms that {@link TablesWriter} describes. Not thread-safe. */
final class Output {

    private static final int LOW_BITS = 0x7f;
    private static final int MORE = 0x80;
    private static final int WIDTH = 7;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void number(int value) {
        int rest = value;
        while ((rest & ~LOW_BITS) != 0) {
            bytes.write(rest & LOW_BITS | MORE);
            rest >>>= WIDTH;
        }
        bytes.write(rest);
    }

    void flag(boolean value) {
        number(value ? 1 : 0);
    }

    void text(String value) {
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        bytes(encoded);
    }

    <T> void list(List<T> elements, BiConsumer<Output, T> write) {
        number(elements.size());
        elements.forEach(element -> write.accept(this, element));
    }

    void bytes(byte[] value) {
        bytes.writeBytes(value);
    }

    int size() {
        return bytes.size();
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
