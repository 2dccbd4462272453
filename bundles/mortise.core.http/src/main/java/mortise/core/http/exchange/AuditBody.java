package mortise.core.http.exchange;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;
import mortise.spi.operations.AuditEvent.Target;
import org.jspecify.annotations.Nullable;

/**
 * A body as it is recorded.
 *
 * @param json compact JSON; empty for none; not changed any more
 * @param truncated whether it was too long to be recorded
 */
public record AuditBody(byte[] json, boolean truncated) {

    /** No body. */
    static final AuditBody NONE = new AuditBody(new byte[0], false);

    private static final AuditBody TOO_LONG = new AuditBody(new byte[0], true);
    private static final int BYTES_MAX = 10 * 1024 * 1024;
    private static final String MANAGED_FIELDS = "managedFields";
    private static final String METADATA = "metadata";
    private static final String ITEMS = "items";

    static AuditBody of(Object tree, boolean omitManagedFields) {
        byte[] json = JsonEncoder.encode(omitManagedFields ? stripped(tree) : tree);
        return json.length > BYTES_MAX ? TOO_LONG : new AuditBody(json, false);
    }

    AuditBody withoutManagedFields() {
        if (json.length == 0) {
            return this;
        }
        try {
            Object tree = JsonDecoder.decode(json, DecodeLimits.DEFAULT).value();
            return tree == null ? this : new AuditBody(JsonEncoder.encode(stripped(tree)), truncated);
        } catch (MalformedBodyException beyondTheLimits) {
            return TOO_LONG;
        }
    }

    /** Returns the target with what the metadata of a body tells about it. */
    static Target completed(Target target, @Nullable Object metadata) {
        if (!(metadata instanceof Map<?, ?> fields)) {
            return target;
        }
        return new Target(target.resource(), either(target.namespace(), fields.get("namespace")),
                either(target.name(), fields.get("name")), either(target.uid(), fields.get("uid")), target.group(),
                target.version(), either(target.resourceVersion(), fields.get("resourceVersion")),
                target.subresource());
    }

    private static String either(String known, @Nullable Object told) {
        return known.isEmpty() && told instanceof String text ? text : known;
    }

    /** Copies as much of a tree as has to be changed. */
    private static Object stripped(Object tree) {
        if (!(tree instanceof Map<?, ?> object)) {
            return tree;
        }
        var copy = new LinkedHashMap<Object, @Nullable Object>(object);
        if (copy.get(METADATA) instanceof Map<?, ?> metadata && metadata.containsKey(MANAGED_FIELDS)) {
            var rest = new LinkedHashMap<Object, @Nullable Object>(metadata);
            rest.remove(MANAGED_FIELDS);
            copy.put(METADATA, rest);
        }
        if (copy.get(ITEMS) instanceof List<?> items) {
            var bare = new ArrayList<@Nullable Object>(items.size());
            items.forEach(item -> bare.add(item == null ? null : stripped(item)));
            copy.put(ITEMS, bare);
        }
        return copy;
    }

    /** Takes a body while it is written, as far as it is short enough. Belongs to one thread. */
    public static final class Writer extends OutputStream {

        private byte[] bytes = new byte[1024];
        private int length;
        private boolean tooLong;

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] more, int from, int count) {
            if (tooLong || length + count > BYTES_MAX) {
                tooLong = true;
                bytes = new byte[0];
                return;
            }
            if (length + count > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
            }
            System.arraycopy(more, from, bytes, length, count);
            length += count;
        }

        /** Returns what was written. */
        public AuditBody body() {
            return tooLong ? TOO_LONG : new AuditBody(Arrays.copyOf(bytes, length), false);
        }
    }
}
