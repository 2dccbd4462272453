package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/**
 * What the watch cache needs to know of an object, read from its stored bytes without building a tree.
 *
 * <p>Worked example: of the stored bytes
 * <pre>{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","uid":"u"},"spec":{}}</pre>
 * the <em>body</em> at revision 7 is
 * <pre>"metadata":{"name":"a","uid":"u","resourceVersion":"7"},"spec":{}}</pre>
 * so that an answer is an opening brace, the kind and API version asked for, and the body. The length of its metadata
 * member is what an answer with metadata only copies.
 *
 * <p>Bytes that another server wrote may have another layout; they are brought into the canonical one through a tree.
 * Of canonical bytes only the part up to the end of metadata is looked at. Immutable; never blocks.
 */
public final class StoredObject {

    private static final byte[] KIND = ascii("{\"kind\":\"");
    private static final byte[] API_VERSION = ascii(",\"apiVersion\":\"");
    private static final byte[] METADATA = ascii("\"metadata\":{");

    // The size of what is stored was checked when it was written.
    private static final DecodeLimits STORED = new DecodeLimits(DecodeLimits.DEPTH_CEILING, Integer.MAX_VALUE);

    private final String kind;
    private final String apiVersion;
    private final String name;
    private final String namespace;
    private final String uid;
    private final int body;
    private final int end;
    private final MetadataSkim metadata;
    private final Map<String, String> labels;

    private StoredObject(
            byte[] json, String kind, String apiVersion, int body, MetadataSkim metadata, Map<String, String> labels) {
        this.kind = kind;
        this.apiVersion = apiVersion;
        this.name = metadata.name();
        this.namespace = metadata.namespace();
        this.uid = metadata.uid();
        this.body = body;
        this.end = trimmedLength(json);
        this.metadata = metadata;
        this.labels = labels;
    }

    /**
     * Reads the stored bytes of one object, which are kept and must not be changed any more.
     *
     * @throws MalformedBodyException when they are no JSON object, or its name, namespace, uid or labels are no texts
     */
    public static StoredObject read(byte[] stored) {
        StoredObject read = skim(stored);
        if (read != null) {
            return read;
        }
        StoredObject canonical = skim(canonical(stored));
        if (canonical == null) {
            throw new MalformedBodyException("a stored object's metadata has fields of the wrong type");
        }
        return canonical;
    }

    /** Returns the kind, or an empty text. */
    public String kind() {
        return kind;
    }

    /** Returns the API version, or an empty text. */
    public String apiVersion() {
        return apiVersion;
    }

    /** Returns {@code metadata.name}, or an empty text. */
    public String name() {
        return name;
    }

    /** Returns {@code metadata.namespace}, or an empty text. */
    public String namespace() {
        return namespace;
    }

    /** Returns {@code metadata.uid}, or an empty text. */
    public String uid() {
        return uid;
    }

    /** Returns the labels, immutable and in no particular order. */
    public Map<String, String> labels() {
        return labels;
    }

    /**
     * Returns the owner references, finalizers and deletion timestamp in metadata as bytes: two objects with equal ones
     * agree on all three. Not to be changed.
     */
    public byte[] links() {
        return metadata.links();
    }

    /**
     * Returns a new array with the object's JSON from {@code "metadata":{} on, with the closing brace of the object.
     *
     * @param revision goes into {@code metadata.resourceVersion}; 0 for none
     */
    public byte[] bodyAt(long revision) {
        return metadata.rebased(body, end, revision);
    }

    /** Returns how many bytes of {@link #bodyAt} are the metadata member, with its name and without a comma. */
    public int metadataLength(long revision) {
        return metadata.end() - body + metadata.growth(revision);
    }

    /** Returns how many bytes of a body are the metadata member, with its name and without a comma. */
    public static int metadataLength(byte[] body) {
        return skimBody(body).end();
    }

    /**
     * Returns a copy of a body with another resource version.
     *
     * @param revision the new one; 0 for none
     */
    public static byte[] rebase(byte[] body, long revision) {
        return skimBody(body).rebased(0, body.length, revision);
    }

    private static MetadataSkim skimBody(byte[] body) {
        MetadataSkim skim =
                ByteScan.startsWith(body, 0, METADATA) ? MetadataSkim.read(body, METADATA.length - 1) : null;
        if (skim == null) {
            throw new IllegalArgumentException("not the body of an object, which starts with its metadata");
        }
        return skim;
    }

    /** Reads canonical bytes; returns {@code null} for anything else. */
    private static @Nullable StoredObject skim(byte[] json) {
        if (!ByteScan.startsWith(json, 0, KIND)) {
            return null;
        }
        int kind = KIND.length - 1;
        int kindEnd = ByteScan.textEnd(json, kind);
        if (!ByteScan.startsWith(json, kindEnd + 1, API_VERSION)) {
            return null;
        }
        int version = kindEnd + API_VERSION.length;
        int versionEnd = ByteScan.textEnd(json, version);
        int body = versionEnd + 2;
        if (ByteScan.at(json, body - 1) != ',' || !ByteScan.startsWith(json, body, METADATA)) {
            return null;
        }
        MetadataSkim metadata = MetadataSkim.read(json, body + METADATA.length - 1);
        if (metadata == null || !metadata.isStoredForm() || !endsWell(json, metadata.end())) {
            return null;
        }
        Map<String, String> labels = metadata.labels();
        if (labels == null) {
            return null;
        }
        return new StoredObject(
                json, ByteScan.text(json, kind), ByteScan.text(json, version), body, metadata, labels);
    }

    /** Returns whether the bytes go on behind metadata with another member or end there, and end with a brace. */
    private static boolean endsWell(byte[] json, int metadataEnd) {
        int last = trimmedLength(json) - 1;
        int next = ByteScan.at(json, metadataEnd);
        return last >= metadataEnd && json[last] == '}' && (next == ',' || next == '}' && last == metadataEnd);
    }

    /** Returns the length without the line end that other writers put behind an object. */
    private static int trimmedLength(byte[] json) {
        int length = json.length;
        while (length > 0 && json[length - 1] >= 0 && json[length - 1] <= ' ') {
            length--;
        }
        return length;
    }

    private static byte[] canonical(byte[] stored) {
        if (JsonDecoder.decode(stored, STORED).value() instanceof Map<?, ?> tree) {
            var object = new ApiObject(asTree(tree));
            if (object.tree().get("metadata") == null || object.tree().get("metadata") instanceof Map) {
                return JsonEncoder.encodeStored(object);
            }
        }
        throw new MalformedBodyException("a stored value is no object with metadata");
    }

    @SuppressWarnings("unchecked") // The decoder makes no other maps.
    private static Map<String, @Nullable Object> asTree(Map<?, ?> tree) {
        return (Map<String, @Nullable Object>) tree;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
