package mortise.core.rocksdb;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import mortise.spi.storage.StoredValue;
import org.jspecify.annotations.Nullable;

/**
 * How keys, revisions and values lie in the column families. Pure; the order of the bytes is the order of
 * (key, revision), keys by their UTF-8 bytes.
 *
 * <table>
 *   <caption>column families; numbers are 8 bytes, big endian</caption>
 *   <tr><th>family</th><th>key</th><th>value</th></tr>
 *   <tr><td>values</td><td>key, 00 00, inverted revision</td>
 *     <td>create revision, bytes; nothing for a deletion</td></tr>
 *   <tr><td>current</td><td>key</td><td>create revision, mod revision</td></tr>
 *   <tr><td>log</td><td>revision</td>
 *     <td>operation (1 byte: 1 put, 2 delete), create revision, previous mod revision, key</td></tr>
 *   <tr><td>default</td><td>a name</td><td>a number</td></tr>
 *   <tr><td>default</td><td>{@code x}, end of a lifetime (milliseconds since 1970), mod revision</td><td>key</td></tr>
 * </table>
 *
 * <p>A NUL inside a key is written as 00 FF, so that 00 00 ends a key and sorts before everything that may follow in a
 * longer one. Revisions are inverted in {@code values}, so that the latest version of a key comes first; what a key had
 * at a revision is its first version from there on. Each value is written once; {@code current} says what a commit
 * compares with, and is small.
 *
 * <p>Example: {@code a} is created at 2 as {@code x}, replaced at 3 by {@code y}, {@code ab} is created at 4, and
 * {@code a} deleted at 5:
 * <pre>
 *   values   61 00 00 ~5                   nothing
 *            61 00 00 ~3                   2 'y'         visible at 3 and 4
 *            61 00 00 ~2                   2 'x'         visible at 2 only
 *            61 62 00 00 ~4                4 'z'
 *   current  61 62                         4 4
 *   log      2                             1 2 0 'a'
 *            3                             1 2 2 'a'     compacting at 3 or later drops "a" of 2
 *            4                             1 4 0 'ab'
 *            5                             2 2 3 'a'     compacting at 5 or later drops "a" of 3 and of 5
 * </pre>
 */
public final class KeyLayout {

    /** The operation of a record that gave a key a value. */
    public static final byte PUT = 1;
    /** The operation of a record that deleted a key. */
    public static final byte DELETE = 2;

    /** No name in the default family begins so. */
    private static final byte EXPIRY = 'x';
    private static final byte[] DELETED = {};

    private static final int TERMINATOR_BYTES = 2;
    private static final int LOG_HEADER_BYTES = 1 + 2 * Long.BYTES;

    private KeyLayout() {
    }

    /**
     * One entry of the index of lifetimes.
     *
     * @param endMillis when it ends, milliseconds since 1970
     * @param modRevision of the value it was given to
     */
    public record Expiry(long endMillis, long modRevision, String key) {
    }

    /** What a key has now, by its revisions. */
    public record Pointer(long createRevision, long modRevision) {
    }

    /**
     * One record of the log.
     *
     * @param operation {@link #PUT} or {@link #DELETE}
     * @param previousRevision of the value that it ended; 0 when there was none
     */
    public record LogRecord(byte operation, long createRevision, long previousRevision, String key) {
    }

    /** A key of the values, taken apart. */
    public record Version(String key, long revision) {
    }

    /**
     * Returns a key as bytes.
     *
     * @throws IllegalArgumentException when it has a lone surrogate
     */
    public static byte[] key(String key) {
        byte[] utf8 = utf8(key);
        return key.indexOf('\0') < 0 ? utf8 : escape(utf8);
    }

    /** Returns what key bytes are. */
    public static String key(byte[] bytes) {
        return unescape(bytes, bytes.length);
    }

    /** Returns the key of a version; later ones of the same key come before it. */
    public static byte[] versionKey(byte[] key, long revision) {
        return ByteBuffer.allocate(key.length + TERMINATOR_BYTES + Long.BYTES)
            .put(key).putShort((short) 0).putLong(~revision).array();
    }

    /** Takes the key of a version apart. */
    public static Version version(byte[] versionKey) {
        return new Version(unescape(versionKey, keyLength(versionKey)), versionRevision(versionKey));
    }

    /** Returns the revision that a version was made at. */
    public static long versionRevision(byte[] versionKey) {
        return ~ByteBuffer.wrap(versionKey).getLong(versionKey.length - Long.BYTES);
    }

    /** Returns the key that a version is of, as bytes. */
    static byte[] keyOf(byte[] versionKey) {
        return Arrays.copyOf(versionKey, keyLength(versionKey));
    }

    /** Says whether two versions are of the same key. */
    public static boolean sameKey(byte[] versionKey, byte[] other) {
        return Arrays.equals(versionKey, 0, keyLength(versionKey), other, 0, keyLength(other));
    }

    /** Returns what comes after every version of the key and before every other key. */
    static byte[] endOfVersions(byte[] key) {
        return ByteBuffer.allocate(key.length + TERMINATOR_BYTES).put(key).putShort((short) 1).array();
    }

    /** Returns the key of an entry in the index of lifetimes; those that end first come first. */
    public static byte[] expiryKey(long endMillis, long modRevision) {
        return ByteBuffer.allocate(1 + 2 * Long.BYTES).put(EXPIRY).putLong(endMillis).putLong(modRevision).array();
    }

    /** Says whether a key of the default family is one of the index of lifetimes. */
    public static boolean isExpiry(byte[] key) {
        return key.length == 1 + 2 * Long.BYTES && key[0] == EXPIRY;
    }

    /** Returns an entry of the index of lifetimes from its key and its value. */
    public static Expiry expiry(byte[] expiryKey, byte[] key) {
        ByteBuffer buffer = ByteBuffer.wrap(expiryKey, 1, 2 * Long.BYTES);
        return new Expiry(buffer.getLong(), buffer.getLong(), key(key));
    }

    /** Returns a number as 8 bytes, big endian. */
    public static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /** Returns the number that 8 bytes are. */
    public static long number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }

    /** Returns what {@code current} has of a key. */
    public static byte[] pointer(long createRevision, long modRevision) {
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(createRevision).putLong(modRevision).array();
    }

    /** Returns what a record of {@code current} says. */
    public static Pointer pointer(byte[] stored) {
        ByteBuffer buffer = ByteBuffer.wrap(stored);
        return new Pointer(buffer.getLong(), buffer.getLong());
    }

    /** Returns what is stored of a version; {@code null} is that of a deletion. */
    public static byte[] value(long createRevision, byte @Nullable [] value) {
        return value == null ? DELETED
            : ByteBuffer.allocate(Long.BYTES + value.length).putLong(createRevision).put(value).array();
    }

    /** Returns the value of a version; {@code null} when the key was deleted. */
    public static @Nullable StoredValue value(String key, long revision, byte[] stored) {
        return stored.length == 0 ? null
            : new StoredValue(key, Arrays.copyOfRange(stored, Long.BYTES, stored.length), number(stored), revision);
    }

    /** Returns a record of the log; the value {@code null} is a deletion, and 0 stands for no previous revision. */
    public static byte[] logRecord(byte[] key, byte @Nullable [] value, long createRevision, long previousRevision) {
        return ByteBuffer.allocate(LOG_HEADER_BYTES + key.length).put(value == null ? DELETE : PUT)
            .putLong(createRevision).putLong(previousRevision).put(key).array();
    }

    /**
     * Returns what a record of the log says.
     *
     * @throws IllegalStateException when its operation is unknown
     */
    public static LogRecord logRecord(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        byte operation = buffer.get();
        if (operation != PUT && operation != DELETE) {
            throw new IllegalStateException("unknown operation " + operation + " in the log");
        }
        String key = key(Arrays.copyOfRange(bytes, LOG_HEADER_BYTES, bytes.length));
        return new LogRecord(operation, buffer.getLong(), buffer.getLong(), key);
    }

    private static int keyLength(byte[] bytes) {
        int length = bytes.length - TERMINATOR_BYTES - Long.BYTES;
        if (length < 0 || bytes[length] != 0 || bytes[length + 1] != 0) {
            throw new IllegalStateException("malformed key of a version " + Arrays.toString(bytes));
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
