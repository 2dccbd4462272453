package mortise.core.http.render;

import java.nio.charset.StandardCharsets;
import mortise.core.cache.CacheEntry;

/** Reads the time of creation out of an entry's bytes without decoding them. Pure. */
final class CreationTime {

    private static final byte[] FIELD = "\"creationTimestamp\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] LABELS = "\"labels\":{".getBytes(StandardCharsets.UTF_8);
    private static final byte[] ANNOTATIONS = "\"annotations\":{".getBytes(StandardCharsets.UTF_8);

    private CreationTime() {
    }

    /**
     * Returns the time as it stands in the metadata, or {@code <unknown>}. In the canonical order it stands before the
     * labels and annotations, the only members that could hold a key of the same name.
     */
    static String of(CacheEntry entry) {
        byte[] body = entry.body();
        int end = entry.metadataLength();
        for (int i = 0; i < end - FIELD.length; i++) {
            if (body[i] != '"') {
                continue;
            }
            if (startsWith(body, i, FIELD)) {
                int from = i + FIELD.length;
                int to = from;
                while (to < end && body[to] != '"') {
                    to++;
                }
                return new String(body, from, to - from, StandardCharsets.UTF_8);
            }
            if (startsWith(body, i, LABELS) || startsWith(body, i, ANNOTATIONS)) {
                break;
            }
        }
        return "<unknown>";
    }

    private static boolean startsWith(byte[] body, int at, byte[] text) {
        for (int i = 0; i < text.length; i++) {
            if (at + i >= body.length || body[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }
}
