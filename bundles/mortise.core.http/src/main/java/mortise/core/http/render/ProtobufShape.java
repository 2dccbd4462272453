package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.MetaMessages;
import mortise.core.codec.ProtobufEncoder;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.codec.StoredObject;
import mortise.core.http.negotiate.BodyTypes;
import mortise.core.http.negotiate.Representation;
import mortise.core.http.negotiate.Representation.Transform;
import mortise.core.registry.ListPage;
import mortise.core.registry.ServedResource;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;

/**
 * Whole objects or their metadata as protobuf messages, which are made once for each entry. A list says its length
 * before its items, so these are walked over twice.
 */
final class ProtobufShape implements Shape {

    private static final byte[] TAIL = ProtobufEnvelope.tail();

    private final Object key;
    private final Shape json;
    private final StructType type;
    private final VersionedBody bodies;
    private final boolean onlyMetadata;
    private final String apiVersion;
    private final String kind;
    private final String listKind;

    private ProtobufShape(Object key, Shape json, StructType type, VersionedBody bodies, boolean onlyMetadata,
            String apiVersion, String kind, String listKind) {
        this.key = key;
        this.json = json;
        this.type = type;
        this.bodies = bodies;
        this.onlyMetadata = onlyMetadata;
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.listKind = listKind;
    }

    /**
     * Returns the shape of a resource's objects.
     *
     * @param metaVersion API version of the kinds that show only metadata
     * @throws ApiException 406 when its kind has no protobuf form
     */
    static ProtobufShape of(ServedResource resource, Representation representation, String metaVersion) {
        StructType type = BodyTypes.of(resource).orElseThrow(ProtobufShape::notAcceptable);
        VersionedBody bodies = VersionedBody.of(resource);
        if (representation.transform() == Transform.OBJECT) {
            return new ProtobufShape(List.of("protobuf", resource.kind()), new ObjectShape(resource), type, bodies,
                    false, resource.version().toString(), resource.kind().kind(), resource.definition().listKind());
        }
        Field metadata = type.field("metadata");
        if (representation.transform() == Transform.TABLE || metadata == null) {
            throw notAcceptable();
        }
        return new ProtobufShape(List.of("protobuf metadata", resource.kind(), metaVersion),
                new MetadataShape(resource, metaVersion),
                MetaMessages.onlyMetadata(metadata.type()), bodies, true, metaVersion, "PartialObjectMetadata",
                "PartialObjectMetadataList");
    }

    private static ApiException notAcceptable() {
        return new ApiException(ApiStatus.of(ErrorReason.NOT_ACCEPTABLE, "object does not implement the protobuf"
                + " marshalling interface and cannot be encoded to a protobuf message",
                ApiStatus.Details.of(List.of(), 0)));
    }

    @Override
    public Object key() {
        return key;
    }

    @Override
    public Shape asJson() {
        return json;
    }

    @Override
    public Encoding encoding() {
        return Encoding.PROTOBUF;
    }

    /** A message in pieces, of which entries share some. */
    private record Message(byte[][] pieces, int length) {

        void write(OutputStream out) throws IOException {
            for (byte[] piece : pieces) {
                out.write(piece, 0, piece.length);
            }
        }
    }

    private Message message(CacheEntry entry) {
        return entry.rendition(key, source -> {
            byte[] message = encode(source);
            return new Message(source.cut(message), message.length);
        });
    }

    private byte[] encode(CacheEntry entry) {
        byte[] body = bodies.fresh(entry);
        int length = onlyMetadata ? StoredObject.metadataLength(body) : body.length - 1;
        byte[] json = new byte[length + 2];
        json[0] = '{';
        System.arraycopy(body, 0, json, 1, length);
        json[length + 1] = '}';
        try {
            return ProtobufEncoder.encode(json, type);
        } catch (MalformedBodyException unfit) {
            throw new ApiException(ApiStatus.of(ErrorReason.INTERNAL_ERROR, kind + " \"" + entry.name()
                    + "\" cannot be encoded as protobuf: " + unfit.getMessage()));
        }
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return message(entry).length() + apiVersion.length() + kind.length() + 32;
    }

    @Override
    public void single(CacheEntry entry, OutputStream out) throws IOException {
        write(message(entry), out);
    }

    private void write(Message message, OutputStream out) throws IOException {
        out.write(ProtobufEnvelope.head(apiVersion, kind, message.length()));
        message.write(out);
        out.write(TAIL);
    }

    @Override
    public void listHead(ListPage page, OutputStream out) throws IOException {
        byte[] head = ProtobufEncoder.encode(
                Fragments.bytes("{" + Fragments.listMeta(page) + "}"), MetaMessages.LIST_HEAD);
        long length = head.length;
        for (CacheEntry entry : page.entries()) {
            length += MetaMessages.itemLength(message(entry).length());
        }
        out.write(ProtobufEnvelope.head(apiVersion, listKind, length));
        out.write(head);
    }

    @Override
    public void item(CacheEntry entry, OutputStream out) throws IOException {
        Message message = message(entry);
        out.write(MetaMessages.itemHead(message.length()));
        message.write(out);
    }

    @Override
    public void separator(OutputStream out) {
        // Items say their length.
    }

    @Override
    public void listTail(ListPage page, OutputStream out) throws IOException {
        out.write(TAIL);
    }

    @Override
    public void bookmark(long revision, boolean initialEventsEnd, OutputStream out) throws IOException {
        byte[] json = Fragments.bytes("{" + Fragments.bookmarkMeta(revision, initialEventsEnd) + "}");
        byte[] message = ProtobufEncoder.encode(json, type);
        write(new Message(new byte[][] {message}, message.length), out);
    }
}
