package mortise.itests.kinds;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Spoils inputs: flips, cuts, repeats and swaps bytes, splices inputs, puts in words that mean something. */
final class Mutator {

    private static final int LENGTH_MAX = 16 * 1024;

    private final Random random;
    private final List<byte[]> inputs;
    private final List<byte[]> words;

    /** Spoils some inputs with the words of their language. */
    Mutator(Random random, List<byte[]> inputs, List<String> words) {
        this.random = random;
        this.inputs = inputs;
        this.words = words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
    }

    /** Returns a new input: one in thirty is random bytes, the others were good ones once. */
    byte[] next() {
        if (random.nextInt(30) == 0) {
            byte[] bytes = new byte[random.nextInt(64)];
            random.nextBytes(bytes);
            return bytes;
        }
        byte[] bytes = inputs.get(random.nextInt(inputs.size())).clone();
        for (int left = 1 + random.nextInt(random.nextInt(4) == 0 ? 12 : 3); left > 0; left--) {
            bytes = changed(bytes);
        }
        return bytes.length > LENGTH_MAX ? Arrays.copyOf(bytes, LENGTH_MAX) : bytes;
    }

    private byte[] changed(byte[] bytes) {
        if (bytes.length == 0) {
            return words.get(random.nextInt(words.size())).clone();
        }
        int at = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, at + random.nextInt(random.nextInt(4) == 0 ? bytes.length : 8));
        switch (random.nextInt(9)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt(256);
            case 2 -> bytes[at] += (byte) (random.nextBoolean() ? 1 : -1);
            case 3 -> bytes[at] = bytes[random.nextInt(bytes.length)];
            case 4 -> {
                return joined(bytes, at, new byte[0], to);
            }
            case 5 -> {
                return joined(bytes, at, words.get(random.nextInt(words.size())), random.nextBoolean() ? at : to);
            }
            case 6 -> {
                return repeated(bytes, at, to);
            }
            case 7 -> {
                byte[] other = inputs.get(random.nextInt(inputs.size()));
                int from = random.nextInt(other.length + 1);
                return joined(bytes, at, Arrays.copyOfRange(other, from, other.length), bytes.length);
            }
            default -> {
                return Arrays.copyOf(bytes, at);
            }
        }
        return bytes;
    }

    /** Repeats a part: twice, or so often that limits of depth and length are met. */
    private byte[] repeated(byte[] bytes, int from, int to) {
        byte[] part = Arrays.copyOfRange(bytes, from, to);
        int times = random.nextInt(50) == 0 ? 1 + random.nextInt(2000) : 1 + random.nextInt(3);
        var all = new ByteArrayOutputStream();
        for (int i = 0; i < times && all.size() < LENGTH_MAX; i++) {
            all.writeBytes(part);
        }
        return joined(bytes, to, all.toByteArray(), to);
    }

    private static byte[] joined(byte[] bytes, int end, byte[] middle, int start) {
        byte[] all = Arrays.copyOf(bytes, end + middle.length + bytes.length - start);
        System.arraycopy(middle, 0, all, end, middle.length);
        System.arraycopy(bytes, start, all, end + middle.length, bytes.length - start);
        return all;
    }
}
