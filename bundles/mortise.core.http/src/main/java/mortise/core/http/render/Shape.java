package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import mortise.core.cache.CacheEntry;
import mortise.core.http.negotiate.Representation;
import mortise.core.registry.ListPage;
import mortise.core.registry.ServedResource;

/** What is shown of the objects of one resource, as compact JSON without newlines. Immutable. */
public interface Shape {

    /** Returns the shape of a resource's objects in a representation. */
    static Shape of(ServedResource resource, Representation representation, String apiDomain) {
        return switch (representation.transform()) {
            case OBJECT -> new ObjectShape(resource.kind(), resource.definition().listKind());
            case METADATA -> new MetadataShape(metaVersion(representation, apiDomain));
            case TABLE -> new TableShape(resource.kind(), metaVersion(representation, apiDomain),
                    representation.include());
        };
    }

    private static String metaVersion(Representation representation, String apiDomain) {
        return "meta." + apiDomain + "/" + representation.metaVersion();
    }

    /** Returns what tells the renditions of this shape from others; equal for equal shapes. */
    Object key();

    /** Returns the length of {@link #single}, to size a buffer with; a little more is fine. */
    int singleLength(CacheEntry entry);

    /** Writes the answer that shows one object. */
    void single(CacheEntry entry, OutputStream out) throws IOException;

    /** Writes a list up to its first item. */
    void listHead(ListPage page, OutputStream out) throws IOException;

    /** Writes one item of a list; commas are written by the caller. */
    void item(CacheEntry entry, OutputStream out) throws IOException;

    /** Writes what follows the last item: in every shape the items are the last member of a list. */
    default void listTail(OutputStream out) throws IOException {
        out.write(Fragments.LIST_END);
    }

    /** Writes the object of a watch event. */
    default void watched(CacheEntry entry, OutputStream out) throws IOException {
        single(entry, out);
    }

    /** Writes the object of a bookmark. */
    void bookmark(long revision, boolean initialEventsEnd, OutputStream out) throws IOException;
}
