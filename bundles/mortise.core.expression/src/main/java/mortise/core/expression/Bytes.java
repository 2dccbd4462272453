package mortise.core.expression;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Raw bytes. Immutable by agreement: nobody changes the array. */
final class Bytes implements Comparable<Bytes> {

    private final byte[] array;

    Bytes(byte[] array) {
        this.array = array;
    }

    static Bytes of(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] array() {
        return array;
    }

    Bytes plus(Bytes other) {
        byte[] sum = Arrays.copyOf(array, array.length + other.array.length);
        System.arraycopy(other.array, 0, sum, array.length, other.array.length);
        return new Bytes(sum);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(array, other.array);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bytes that && Arrays.equals(array, that.array);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(array);
    }

    @Override
    public String toString() {
        return new String(array, StandardCharsets.UTF_8);
    }
}
