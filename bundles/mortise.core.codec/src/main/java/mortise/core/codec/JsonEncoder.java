package mortise.core.codec;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/**
 * Encodes trees to JSON in UTF-8: compact, pretty, or in the canonical form in which objects are stored.
 *
 * <p>A tree that holds anything but tree values is a programmer's error and ends in an
 * {@link IllegalArgumentException}. Safe for use by many threads; never blocks.
 */
public final class JsonEncoder {

    /** First size of a buffer, in bytes; most objects fit. */
    private static final int BUFFER_SIZE = 4096;

    /** Bounds of the first size of a buffer for an object that is to be stored, in bytes. */
    private static final int STORED_SIZE_MIN = 2048;
    private static final int STORED_SIZE_MAX = 64 << 10;

    /**
     * Bytes of the object that was stored last: those that follow one another are mostly alike, and a buffer that fits
     * need not grow. Any thread; a lost race costs a copy.
     */
    private static volatile int lastStored = BUFFER_SIZE;

    /** The fields of metadata in the order in which Kubernetes writes them, without the ones that are not stored. */
    private static final List<String> METADATA_ORDER = List.of(
            "name",
            "generateName",
            "namespace",
            "uid",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");

    /** The revision of an object is its key's in the store; a self link has been out of use since Kubernetes 1.20. */
    private static final Set<String> METADATA_NOT_STORED = Set.of("resourceVersion", "selfLink");

    private static final Set<String> METADATA_KNOWN = Set.copyOf(METADATA_ORDER);
    private static final Set<String> FRONT = Set.of("kind", "apiVersion", "metadata");

    private JsonEncoder() {}

    /** Returns a tree as compact JSON, in the order of its fields, with no escapes beyond what JSON needs. */
    public static byte[] encode(@Nullable Object value) {
        var writer = new JsonWriter(BUFFER_SIZE);
        writer.value(value);
        return writer.toBytes();
    }

    /**
     * Returns valid JSON with every member and item on a line of its own, indented by two spaces for each level; empty
     * objects and lists stay {@code {}} and {@code []}.
     */
    public static byte[] pretty(byte[] compactJson) {
        return JsonIndent.indent(compactJson);
    }

    /**
     * Returns the canonical stored form: {@code kind}, {@code apiVersion}, {@code metadata}, then the rest in the order
     * of the tree. Metadata is in Kubernetes' order with sorted labels and annotations, and without
     * {@code resourceVersion}, {@code selfLink} and fields that hold nothing.
     */
    public static byte[] encodeStored(ApiObject object) {
        int like = lastStored + (lastStored >> 4);
        var writer = new JsonWriter(Math.max(STORED_SIZE_MIN, Math.min(like, STORED_SIZE_MAX)));
        writer.ascii("{\"kind\":");
        writer.text(object.kind());
        writer.ascii(",\"apiVersion\":");
        writer.text(object.apiVersion());
        writer.ascii(",\"metadata\":{");
        metadata(writer, object.tree().get("metadata"));
        writer.raw('}');
        object.tree().forEach((field, value) -> {
            if (!FRONT.contains(field)) {
                member(writer, field, value, true);
            }
        });
        writer.raw('}');
        byte[] stored = writer.toBytes();
        lastStored = stored.length;
        return stored;
    }

    private static void metadata(JsonWriter writer, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> metadata)) {
            if (value != null) {
                throw new IllegalArgumentException("metadata is no object but " + value.getClass().getName());
            }
            return;
        }
        boolean comma = false;
        for (String field : METADATA_ORDER) {
            Object held = metadata.get(field);
            if (!isEmpty(held)) {
                boolean sorts = field.equals("labels") || field.equals("annotations");
                member(writer, field, sorts ? sorted(held) : held, comma);
                comma = true;
            }
        }
        for (Map.Entry<?, ?> other : metadata.entrySet()) {
            String field = (String) other.getKey();
            if (!METADATA_KNOWN.contains(field) && !METADATA_NOT_STORED.contains(field) && !isEmpty(other.getValue())) {
                member(writer, field, other.getValue(), comma);
                comma = true;
            }
        }
    }

    private static void member(JsonWriter writer, String field, @Nullable Object value, boolean comma) {
        if (comma) {
            writer.raw(',');
        }
        writer.text(field);
        writer.raw(':');
        writer.value(value);
    }

    private static boolean isEmpty(@Nullable Object value) {
        return value == null
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value instanceof List<?> list && list.isEmpty();
    }

    private static @Nullable Object sorted(@Nullable Object value) {
        return value instanceof Map<?, ?> map && map.size() > 1 ? new TreeMap<>(map) : value;
    }
}
