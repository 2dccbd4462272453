package mortise.core.cache;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.api.GroupVersionKind;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.StoredBody;
import mortise.core.codec.StoredMembers;
import mortise.core.codec.StoredObject;
import org.jspecify.annotations.Nullable;

/**
 * One object at one revision: what selectors look at, and its encoded body. Immutable, apart from what is memoized; any
 * thread.
 *
 * <p>An entry may also be <em>corrupt</em>: what is stored cannot be read. It then holds the object as it was last
 * read, or one with nothing but its name.
 */
public final class CacheEntry {

    private static final byte[] DELETION_TIMESTAMP = "deletionTimestamp\":".getBytes(StandardCharsets.US_ASCII);

    private final String key;
    private final String namespace;
    private final String name;
    private final String uid;
    private final long revision;
    private final Map<String, String> labels;
    /** The encoded body; some of its pieces are those of other entries too. */
    private final byte[][] pieces;
    private final int metadataLength;
    /** Owner references, finalizers and deletion timestamp; often the bytes of other entries too. */
    private final byte[] links;
    private final SelectableFields selectable;
    private final Renditions renditions = new Renditions();

    /** Why what is stored cannot be read; {@code null} when it can. */
    private final @Nullable String corruption;

    /** Values of the selectable fields; {@code null} until the first one is asked for. */
    private volatile String @Nullable [] fields;

    private CacheEntry(String key, StoredObject stored, long revision, SelectableFields selectable) {
        this.key = key;
        this.namespace = selectable.share(stored.namespace());
        this.name = stored.name();
        this.uid = stored.uid();
        this.revision = revision;
        this.labels = stored.labels();
        this.metadataLength = stored.metadataLength(revision);
        this.pieces = selectable.pieces(stored.bodyAt(revision), metadataLength);
        this.links = selectable.share(stored.links());
        this.selectable = selectable;
        this.corruption = null;
    }

    private CacheEntry(CacheEntry other, long revision, @Nullable String corruption) {
        this.key = other.key;
        this.namespace = other.namespace;
        this.name = other.name;
        this.uid = other.uid;
        this.revision = revision;
        this.labels = other.labels;
        byte[] body = StoredObject.rebase(other.body(), revision);
        this.metadataLength = StoredObject.metadataLength(body);
        this.pieces = other.selectable.pieces(body, metadataLength);
        this.links = other.links;
        this.selectable = other.selectable;
        this.fields = other.fields;
        this.corruption = corruption;
    }

    /**
     * Makes the entry of a stored value.
     *
     * @param key the key it is stored under
     * @param stored the value, in canonical stored form or any JSON object with metadata; not changed any more
     * @param revision its revision, which becomes the resource version
     * @param selectable how to read the selectable fields, by path, from an object without its metadata
     * @throws mortise.core.codec.MalformedBodyException when the value is not an object
     */
    public static CacheEntry of(
            String key, byte[] stored, long revision, Map<String, Function<ApiObject, String>> selectable) {
        return of(key, stored, revision, SelectableFields.ofOne(selectable));
    }

    static CacheEntry of(String key, byte[] stored, long revision, SelectableFields selectable) {
        return new CacheEntry(key, StoredObject.read(stored), revision, selectable);
    }

    /**
     * Makes the entry of a stored value that is no object, and of which nothing but its place is known.
     *
     * @param why what is wrong with the value
     */
    public static CacheEntry corrupt(String key, String namespace, String name, long revision, String why) {
        return corrupt(key, namespace, name, revision, notDecodable(revision, why),
                SelectableFields.ofOne(Map.of()));
    }

    /** Makes the entry of a stored value that the store cannot make out, for example cannot decrypt. */
    public static CacheEntry unreadable(String key, String namespace, String name, long revision, String why) {
        return corrupt(
                key, namespace, name, revision, notTransformable(revision, why),
                SelectableFields.ofOne(Map.of()));
    }

    static String notDecodable(long revision, String why) {
        return "object not decodable revision=" + revision + ": " + why;
    }

    static String notTransformable(long revision, String why) {
        return "data from the storage is not transformable revision=" + revision + ": " + why;
    }

    static CacheEntry corrupt(String key, String namespace, String name, long revision, String corruption,
            SelectableFields selectable) {
        var object = new ApiObject(new LinkedHashMap<>(Map.of("metadata", new LinkedHashMap<>())));
        object.metadata().setName(name);
        if (!namespace.isEmpty()) {
            object.metadata().setNamespace(namespace);
        }
        CacheEntry empty = of(key, JsonEncoder.encodeStored(object), revision, selectable);
        return new CacheEntry(empty, revision, corruption);
    }

    /** Returns this corrupt entry with the object as it was before. */
    CacheEntry lastSeenAs(CacheEntry before) {
        return new CacheEntry(before, revision, corruption);
    }

    /** Says whether what is stored cannot be read. */
    public boolean corrupt() {
        return corruption != null;
    }

    /** Returns why what is stored cannot be read; an empty text when it can. */
    public String corruption() {
        return corruption == null ? "" : corruption;
    }

    /** Says whether watches can know the object: whether it could be read at any time since the start. */
    boolean seen() {
        return corruption == null || !uid.isEmpty();
    }

    /** Returns the key it is stored under. */
    public String key() {
        return key;
    }

    /** Returns the namespace; empty when it is in none. */
    public String namespace() {
        return namespace;
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns the uid. */
    public String uid() {
        return uid;
    }

    /** Returns the revision, which is the resource version in the body. */
    public long revision() {
        return revision;
    }

    /** Returns the labels; unmodifiable. */
    public Map<String, String> labels() {
        return labels;
    }

    /**
     * Returns the value of a selectable field, {@code metadata.name} or {@code metadata.namespace}; an empty text when
     * it is absent or not selectable.
     */
    public String field(String path) {
        if (path.equals("metadata.name")) {
            return name;
        }
        if (path.equals("metadata.namespace")) {
            return namespace;
        }
        int position = selectable.position(path);
        return position < 0 ? "" : fields()[position];
    }

    private String[] fields() {
        String[] values = fields;
        if (values == null) {
            // Metadata, with who owns which fields, is often half of an object, and no field is read from it.
            values = selectable.read(new ApiObject(members(Math.min(metadataLength + 1, bodyLength() - 1))));
            fields = values;
        }
        return values;
    }

    /**
     * Returns the encoded object without its kind: {@code "metadata":{...},...}} up to and including the last brace.
     * Perhaps a copy; the caller must not change it.
     */
    public byte[] body() {
        if (pieces.length == 1) {
            return pieces[0];
        }
        var body = new byte[bodyLength()];
        copy(0, body, 0);
        return body;
    }

    /** Returns how many bytes {@link #body} has. */
    public int bodyLength() {
        int length = 0;
        for (byte[] piece : pieces) {
            length += piece.length;
        }
        return length;
    }

    /** Writes {@link #body}. */
    public void writeBody(OutputStream out) throws IOException {
        for (byte[] piece : pieces) {
            out.write(piece, 0, piece.length);
        }
    }

    /** Writes the member {@code metadata} of {@link #body}. */
    public void writeMetadata(OutputStream out) throws IOException {
        int left = metadataLength;
        for (int i = 0; left > 0; i++) {
            int length = Math.min(left, pieces[i].length);
            out.write(pieces[i], 0, length);
            left -= length;
        }
    }

    /**
     * Cuts another encoding of this object into pieces, some of which are held for other entries too, so that keeping
     * it takes less memory.
     *
     * @param encoding not changed any more
     * @return what makes it up, in order
     */
    public byte[][] cut(byte[] encoding) {
        return SharedPieces.cutAlike(pieces, encoding);
    }

    /** Returns how many bytes are held for this entry alone, about. */
    int ownBytes() {
        int bytes = 0;
        // The pieces between are those of others too.
        for (int i = 0; i < pieces.length; i += 2) {
            bytes += pieces[i].length;
        }
        return bytes;
    }

    /** Copies the body from an offset on. */
    private void copy(int from, byte[] to, int at) {
        int skipped = from;
        int done = at;
        for (byte[] piece : pieces) {
            int length = piece.length - skipped;
            if (length > 0) {
                System.arraycopy(piece, skipped, to, done, length);
                done += length;
            }
            skipped = Math.max(0, -length);
        }
    }

    /** Returns how many bytes of the body its member {@code metadata} takes, without the comma behind. */
    public int metadataLength() {
        return metadataLength;
    }

    /** Says whether the object is being deleted: its metadata has a deletion timestamp. */
    public boolean terminating() {
        byte[] body = body();
        int depth = 0;
        for (int i = "\"metadata\":".length(); i < metadataLength; i++) {
            byte c = body[i];
            if (c == '{' || c == '[') {
                depth++;
            } else if (c == '}' || c == ']') {
                depth--;
            } else if (c == '"') {
                if (depth == 1 && startsWith(body, DELETION_TIMESTAMP, i + 1)) {
                    return true;
                }
                i = endOfText(body, i + 1);
            }
        }
        return false;
    }

    private boolean startsWith(byte[] body, byte[] text, int at) {
        for (int i = 0; i < text.length; i++) {
            if (at + i >= metadataLength || body[at + i] != text[i]) {
                return false;
            }
        }
        return true;
    }

    private static int endOfText(byte[] body, int from) {
        int at = from;
        while (body[at] != '"') {
            at += body[at] == '\\' ? 2 : 1;
        }
        return at;
    }

    /**
     * Returns something made of this entry, for example another encoding; made once, while memory allows.
     *
     * @param key says what it is; one key, one type
     * @param make makes it; must not ask the same entry for a rendition, and is called by any thread
     */
    public <T> T rendition(Object key, Function<CacheEntry, T> make) {
        return renditions.get(key, this, make);
    }

    /** Returns the object as a fresh tree with kind, API version and resource version. */
    public ApiObject toObject(GroupVersionKind kind) {
        return object(kind, members(0));
    }

    /**
     * Returns the object like {@link #toObject}, but with structs beside metadata that nobody has looked into: what a
     * write leaves alone is neither decoded nor encoded.
     */
    public ApiObject toUnreadObject(GroupVersionKind kind) {
        return object(kind, StoredBody.unread(body()));
    }

    private static ApiObject object(GroupVersionKind kind, Map<String, @Nullable Object> members) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        tree.put("kind", kind.kind());
        tree.put("apiVersion", kind.groupVersion().toString());
        tree.putAll(members);
        return new ApiObject(tree);
    }

    private Map<String, @Nullable Object> members(int from) {
        var rest = new byte[bodyLength() - from];
        copy(from, rest, 0);
        return StoredBody.members(rest, 0);
    }

    /** Returns this object, as far as it is known, with another revision, for example that of its deletion. */
    CacheEntry at(long otherRevision) {
        return otherRevision == revision && corruption == null ? this : new CacheEntry(this, otherRevision, null);
    }

    /**
     * Has the selectable fields read now, if there are any.
     *
     * @param before the entry before, whose fields are the same when all but the metadata is; {@code null} for none
     */
    void readFields(@Nullable CacheEntry before) {
        if (selectable.isEmpty()) {
            return;
        }
        String[] known = before == null || before.selectable != selectable ? null : before.fields;
        if (known != null && sameBehindMetadata(before)) {
            fields = known;
        }
        fields();
    }

    private boolean sameBehindMetadata(CacheEntry other) {
        byte[] mine = last();
        byte[] others = other.last();
        return Arrays.equals(mine, behindMetadata(), mine.length, others, other.behindMetadata(), others.length);
    }

    /** Returns the last piece, which goes back into metadata at least: nothing behind that is cut. */
    private byte[] last() {
        return pieces[pieces.length - 1];
    }

    private int behindMetadata() {
        return metadataLength - (bodyLength() - last().length);
    }

    /** Says whether owner references, finalizers and deletion timestamp are those of another entry. */
    boolean hasLinksOf(CacheEntry other) {
        return links == other.links || Arrays.equals(links, other.links);
    }

    /** Says whether some fields beside metadata are not those of another entry; may say so of equal ones. */
    boolean differsIn(Collection<String> paths, CacheEntry other) {
        return StoredMembers.differ(last(), behindMetadata(), other.last(), other.behindMetadata(), paths);
    }

    @Override
    public String toString() {
        return key + "@" + revision;
    }
}
