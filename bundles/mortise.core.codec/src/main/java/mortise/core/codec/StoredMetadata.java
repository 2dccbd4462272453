package mortise.core.codec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a body of {@link StoredObject}, without a tree of anything else. {@code managedFields}, which are
 * most of the bytes and which hardly any reader wants, are skipped, not read. Stateless; never blocks.
 */
public final class StoredMetadata {

    private static final DecodeLimits STORED = new DecodeLimits(DecodeLimits.DEPTH_CEILING, Integer.MAX_VALUE);
    private static final int OPEN = "\"metadata\":".length();
    private static final byte[] MANAGED_FIELDS = "\"managedFields\":".getBytes(StandardCharsets.US_ASCII);

    private StoredMetadata() {
    }

    /**
     * Returns metadata as a fresh tree, without {@code managedFields}.
     *
     * @param body an object's JSON from {@code "metadata":{} on
     * @param length how many bytes of it are the metadata member
     */
    @SuppressWarnings("unchecked") // A body starts with metadata that is an object.
    public static Map<String, @Nullable Object> read(byte[] body, int length) {
        return (Map<String, @Nullable Object>) JsonDecoder.decode(members(body, length), STORED).value();
    }

    private static byte[] members(byte[] body, int length) {
        var kept = new ByteArrayOutputStream(Math.min(length, 2048));
        kept.write('{');
        int at = OPEN + 1;
        while (ByteScan.at(body, at) == '"') {
            int end = ByteScan.valueEnd(body, ByteScan.textEnd(body, at) + 2);
            if (!ByteScan.startsWith(body, at, MANAGED_FIELDS)) {
                if (kept.size() > 1) {
                    kept.write(',');
                }
                kept.write(body, at, end - at);
            }
            at = end + 1;
        }
        kept.write('}');
        return kept.toByteArray();
    }
}
