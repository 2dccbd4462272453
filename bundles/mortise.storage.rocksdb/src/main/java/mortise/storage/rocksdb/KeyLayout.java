package mortise.storage.rocksdb;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How keys, revisions and values lie in the column families. Pure; the order of the bytes is the order of
 * (key, revision), keys by their UTF-8 bytes.
 *
 * <table>
 *   <caption>column families; numbers are 8 bytes, big endian</caption>
 *   <tr><th>family</th><th>key</th><th>value</th></tr>
 *   <tr><td>current</td><td>key</td><td>create revision, mod revision, bytes</td></tr>
 *   <tr><td>history</td><td>key, 00 00, mod revision</td><td>create revision, end revision, bytes</td></tr>
 *   <tr><td>log</td><td>revision</td>
 *     <td>operation (1 byte: 1 put, 2 delete), create revision, previous mod revision, key</td></tr>
 *   <tr><td>default</td><td>a name</td><td>a number</td></tr>
 *   <tr><td>default</td><td>{@code x}, end of a lifetime (milliseconds since 1970), mod revision</td><td>key</td></tr>
 * </table>
 *
 * <p>A NUL inside a key is written as 00 FF, so that 00 00 ends a key and sorts before everything that may follow in a
 * longer one. The history holds only values that were replaced or deleted, each with the revision at which it ended;
 * a value is visible at every revision from its mod revision up to, and without, its end revision.
 *
 * <p>Example: {@code a} is created at 2 as {@code x}, replaced at 3 by {@code y}, and {@code ab} is created at 4:
 * <pre>
 *   current  61                            2 3 'y'
 *            61 62                         4 4 'z'
 *   history  61 00 00 0000000000000002     2 3 'x'       visible at 2 only
 *   log      2                             1 2 0 'a'
 *            3                             1 2 2 'a'     compacting at 3 or later drops history "a" at 2
 *            4                             1 4 0 'ab'
 * </pre>
 */
final class KeyLayout {

    static final byte PUT = 1;
    static final byte DELETE = 2;

    /** No name in the default family begins so. */
    private static final byte EXPIRY = 'x';

    private static final int TERMINATOR_BYTES = 2;
    private static final int HEADER_BYTES = 2 * Long.BYTES;
    private static final int LOG_HEADER_BYTES = 1 + 2 * Long.BYTES;

    private KeyLayout() {
    }

    /** One entry of the index of lifetimes. */
    record Expiry(long endMillis, long modRevision, String key) {
    }

    /** What precedes the bytes of a value: its create revision, and its mod (current) or end (history) revision. */
    record Header(long createRevision, long secondRevision) {
    }

    /** One record of the log. */
    record LogRecord(byte operation, long createRevision, long previousRevision, String key) {
    }

    /** A key of the history, taken apart. */
    record HistoryKey(String key, long revision) {
    }

    static byte[] key(String key) {
        byte[] utf8 = utf8(key);
        return key.indexOf('\0') < 0 ? utf8 : escape(utf8);
    }

    static String key(byte[] bytes) {
        return unescape(bytes, bytes.length);
    }

    static byte[] historyKey(byte[] key, long revision) {
        return ByteBuffer.allocate(key.length + TERMINATOR_BYTES + Long.BYTES)
            .put(key).putShort((short) 0).putLong(revision).array();
    }

    static HistoryKey historyKey(byte[] bytes) {
        int keyLength = historyKeyLength(bytes);
        long revision = ByteBuffer.wrap(bytes).getLong(keyLength + TERMINATOR_BYTES);
        return new HistoryKey(unescape(bytes, keyLength), revision);
    }

    /** Says whether a key of the history belongs to the given key. */
    static boolean belongsTo(byte[] historyKey, byte[] key) {
        return Arrays.equals(historyKey, 0, historyKeyLength(historyKey), key, 0, key.length);
    }

    /** Returns the key of an entry in the index of lifetimes; those that end first come first. */
    static byte[] expiryKey(long endMillis, long modRevision) {
        return ByteBuffer.allocate(1 + 2 * Long.BYTES).put(EXPIRY).putLong(endMillis).putLong(modRevision).array();
    }

    /** Says whether a key of the default family is one of the index of lifetimes. */
    static boolean isExpiry(byte[] key) {
        return key.length == 1 + 2 * Long.BYTES && key[0] == EXPIRY;
    }

    static Expiry expiry(byte[] expiryKey, byte[] key) {
        ByteBuffer buffer = ByteBuffer.wrap(expiryKey, 1, 2 * Long.BYTES);
        return new Expiry(buffer.getLong(), buffer.getLong(), key(key));
    }

    static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    static long number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }

    static byte[] value(long createRevision, long secondRevision, byte[] value) {
        return ByteBuffer.allocate(HEADER_BYTES + value.length)
            .putLong(createRevision).putLong(secondRevision).put(value).array();
    }

    static Header header(byte[] stored) {
        ByteBuffer buffer = ByteBuffer.wrap(stored);
        return new Header(buffer.getLong(), buffer.getLong());
    }

    static byte[] value(byte[] stored) {
        return Arrays.copyOfRange(stored, HEADER_BYTES, stored.length);
    }

    static byte[] logRecord(byte[] key, byte @Nullable [] value, long createRevision, long previousRevision) {
        return ByteBuffer.allocate(LOG_HEADER_BYTES + key.length).put(value == null ? DELETE : PUT)
            .putLong(createRevision).putLong(previousRevision).put(key).array();
    }

    static LogRecord logRecord(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        byte operation = buffer.get();
        if (operation != PUT && operation != DELETE) {
            throw new IllegalStateException("unknown operation " + operation + " in the log");
        }
        String key = key(Arrays.copyOfRange(bytes, LOG_HEADER_BYTES, bytes.length));
        return new LogRecord(operation, buffer.getLong(), buffer.getLong(), key);
    }

    private static int historyKeyLength(byte[] bytes) {
        int length = bytes.length - TERMINATOR_BYTES - Long.BYTES;
        if (length < 0 || bytes[length] != 0 || bytes[length + 1] != 0) {
            throw new IllegalStateException("malformed history key " + Arrays.toString(bytes));
        }
        return length;
    }

    private static byte[] utf8(String key) {
        for (int i = 0; i < key.length(); i++) {
            if (Character.isSurrogate(key.charAt(i))) {
                return strictUtf8(key);
            }
        }
        return key.getBytes(StandardCharsets.UTF_8);
    }

    /** A lone surrogate would become a question mark, and two different keys would become one. */
    private static byte[] strictUtf8(String key) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key));
            return Arrays.copyOf(bytes.array(), bytes.limit());
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("key has a lone surrogate: " + key, e);
        }
    }

    private static byte[] escape(byte[] utf8) {
        ByteBuffer escaped = ByteBuffer.allocate(2 * utf8.length);
        for (byte b : utf8) {
            escaped.put(b);
            if (b == 0) {
                escaped.put((byte) 0xff);
            }
        }
        return Arrays.copyOf(escaped.array(), escaped.position());
    }

    private static String unescape(byte[] bytes, int length) {
        int kept = 0;
        byte[] utf8 = Arrays.copyOf(bytes, length);
        for (int i = 0; i < length; i++) {
            utf8[kept++] = bytes[i];
            if (bytes[i] == 0) {
                i++;
            }
        }
        return new String(utf8, 0, kept, StandardCharsets.UTF_8);
    }
}
