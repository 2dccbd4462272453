package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import mortise.core.cache.CacheEntry;
import mortise.core.http.negotiate.Representation;
import mortise.core.registry.ListPage;
import mortise.core.registry.ServedResource;

/** What is shown of the objects of one resource, in one encoding; without the line end of JSON answers. Immutable. */
public interface Shape {

    /** Returns the shape of a resource's objects in a representation. */
    static Shape of(ServedResource resource, Representation representation) {
        return switch (representation.format()) {
            case JSON -> json(resource, representation);
            case YAML -> new YamlShape(json(resource, representation));
            case CBOR -> new CborShape(json(resource, representation));
            case PROTOBUF -> ProtobufShape.of(resource, representation, representation.metaVersion());
        };
    }

    private static Shape json(ServedResource resource, Representation representation) {
        return switch (representation.transform()) {
            case OBJECT -> new ObjectShape(resource);
            case METADATA -> new MetadataShape(resource, representation.metaVersion());
            case TABLE -> new TableShape(resource, representation.metaVersion(),
                    representation.include(), InstantSource.system());
        };
    }

    /** Returns what tells the renditions of this shape from others; equal for equal shapes. */
    Object key();

    /** Says whether what is written of an entry stays the same, so that it can be kept. */
    default boolean lasting() {
        return true;
    }

    /** Returns a shape that shows the same as JSON. */
    default Shape asJson() {
        return this;
    }

    /** Returns how the bytes are encoded. */
    default Encoding encoding() {
        return Encoding.JSON;
    }

    /** Returns the length of {@link #single}, to size a buffer with; a little more is fine. */
    int singleLength(CacheEntry entry);

    /** Writes the answer that shows one object. */
    void single(CacheEntry entry, OutputStream out) throws IOException;

    /** Writes a list up to its first item. */
    void listHead(ListPage page, OutputStream out) throws IOException;

    /** Writes one item of a list. */
    void item(CacheEntry entry, OutputStream out) throws IOException;

    /** Writes what stands between two items. */
    default void separator(OutputStream out) throws IOException {
        out.write(',');
    }

    /** Writes what follows the last item: in every shape the items are the last member of a list. */
    default void listTail(ListPage page, OutputStream out) throws IOException {
        out.write(Fragments.LIST_END);
    }

    /** Returns a list without its items. */
    default byte[] emptyList(ListPage page) {
        return Encoding.written(512, out -> {
            listHead(page, out);
            listTail(page, out);
        });
    }

    /** Says whether the object of a watch's first event is written in another way than others. */
    default boolean opensApart() {
        return false;
    }

    /** Writes the object of a watch's first event. */
    default void opening(CacheEntry entry, OutputStream out) throws IOException {
        watched(entry, out);
    }

    /** Writes the object of a watch event. */
    default void watched(CacheEntry entry, OutputStream out) throws IOException {
        single(entry, out);
    }

    /** Writes the object of a bookmark. */
    void bookmark(long revision, boolean initialEventsEnd, OutputStream out) throws IOException;
}
