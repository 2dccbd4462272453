package mortise.itests.kinds;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import org.jspecify.annotations.Nullable;

/** Trees and their JSON. */
final class Forms {

    static final DecodeLimits UNLIMITED = new DecodeLimits(DecodeLimits.DEPTH_CEILING, Integer.MAX_VALUE);

    private Forms() {
    }

    /** Returns the tree of a JSON object. */
    @SuppressWarnings("unchecked") // The keys of a tree are texts.
    static Map<String, @Nullable Object> tree(byte[] json) {
        Object value = JsonDecoder.decode(json, UNLIMITED).value();
        if (value instanceof Map) {
            return (Map<String, @Nullable Object>) value;
        }
        throw new AssertionError("no object: " + new String(json, StandardCharsets.UTF_8));
    }

    /** Returns what becomes of a tree that is written as JSON: numbers have their JSON form, whatever they were. */
    static Map<String, @Nullable Object> written(@Nullable Object tree) {
        return tree(JsonEncoder.encode(tree));
    }

    /** Returns a tree as text for messages. */
    static String show(@Nullable Object tree) {
        return new String(JsonEncoder.encode(tree), StandardCharsets.UTF_8);
    }
}
