package mortise.core.cache;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.CRC32C;

/**
 * Cuts encoded objects into pieces, so that what many of them have in common is held once: who owns which fields is
 * often half of an object, and the same for all that one client has made of one template. Any thread.
 *
 * <p>What is common is looked for, not relied on: pieces put together are always the bytes they were cut from.
 */
final class SharedPieces {

    private static final byte[] BEGIN = "\"fieldsV1\":{".getBytes(StandardCharsets.US_ASCII);

    /** A piece of its own costs some 80 bytes beside the bytes. */
    private static final int BYTES_MIN = 256;

    private static final int SLOTS = 256;

    /** Pieces seen lately, by hash. A lost race costs one duplicate, nothing else. */
    private final AtomicReferenceArray<byte[]> seen = new AtomicReferenceArray<>(SLOTS);

    /**
     * Cuts a body.
     *
     * @param body not changed any more
     * @param end where to stop looking for common pieces
     * @return what makes up the body, in order; nothing but the body itself when it has nothing in common with others
     */
    byte[][] cut(byte[] body, int end) {
        List<byte[]> pieces = new ArrayList<>(3);
        int done = 0;
        for (int at = find(body, 0, end); at >= 0; at = find(body, at, end)) {
            int from = at + BEGIN.length - 1;
            at = nestedEnd(body, from, end);
            if (at - from >= BYTES_MIN) {
                byte[] known = known(body, from, at);
                if (known.length > 0) {
                    pieces.add(Arrays.copyOfRange(body, done, from));
                    pieces.add(known);
                    done = at;
                }
            }
        }
        if (done == 0) {
            return new byte[][] {body};
        }
        pieces.add(Arrays.copyOfRange(body, done, body.length));
        return pieces.toArray(byte[][]::new);
    }

    /**
     * Cuts another encoding of a body at the pieces that its body has in common with others.
     *
     * @param pieces of the body, from {@link #cut}
     * @param encoding not changed any more
     * @return what makes up the encoding, in order
     */
    static byte[][] cutAlike(byte[][] pieces, byte[] encoding) {
        List<byte[]> alike = new ArrayList<>(pieces.length);
        int done = 0;
        // The pieces between are the body's own.
        for (int i = 1; i < pieces.length; i += 2) {
            int at = find(pieces[i], encoding, done);
            if (at >= 0) {
                alike.add(Arrays.copyOfRange(encoding, done, at));
                alike.add(pieces[i]);
                done = at + pieces[i].length;
            }
        }
        if (done == 0) {
            return new byte[][] {encoding};
        }
        alike.add(Arrays.copyOfRange(encoding, done, encoding.length));
        return alike.toArray(byte[][]::new);
    }

    private static int find(byte[] piece, byte[] in, int from) {
        for (int i = from; i <= in.length - piece.length; i++) {
            if (in[i] == piece[0] && Arrays.equals(in, i, i + piece.length, piece, 0, piece.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the piece that is held already; nothing for the first of its kind, which is held from now on. */
    private byte[] known(byte[] body, int from, int to) {
        int slot = slot(body, from, to);
        byte[] known = seen.get(slot);
        if (known != null && Arrays.equals(known, 0, known.length, body, from, to)) {
            return known;
        }
        seen.set(slot, Arrays.copyOfRange(body, from, to));
        return new byte[0];
    }

    private static int slot(byte[] body, int from, int to) {
        // Processors make this one many bytes at a time.
        var hash = new CRC32C();
        hash.update(body, from, to - from);
        return (int) hash.getValue() & (SLOTS - 1);
    }

    private static int find(byte[] body, int from, int end) {
        for (int i = from; i <= end - BEGIN.length; i++) {
            if (body[i] == '"' && body[i + 1] == 'f'
                    && Arrays.equals(body, i, i + BEGIN.length, BEGIN, 0, BEGIN.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the offset behind the object that begins at an offset; the end when it does not end before. */
    private static int nestedEnd(byte[] body, int from, int end) {
        int depth = 0;
        boolean text = false;
        for (int i = from; i < end; i++) {
            byte c = body[i];
            if (c == '"') {
                text = !text;
            } else if (c == '\\') {
                i++;
            } else if (!text && c == '{') {
                depth++;
            } else if (!text && c == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return end;
    }
}
