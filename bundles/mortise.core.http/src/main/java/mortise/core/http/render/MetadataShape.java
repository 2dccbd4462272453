package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import mortise.core.cache.CacheEntry;
import mortise.core.registry.ListPage;

/** Only the metadata of objects: a slice of the entries' bytes. */
final class MetadataShape implements Shape {

    private final String apiVersion;
    private final byte[] header;

    MetadataShape(String apiVersion) {
        this.apiVersion = apiVersion;
        this.header = Fragments.header("PartialObjectMetadata", apiVersion);
    }

    @Override
    public Object key() {
        return "metadata " + apiVersion;
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return header.length + entry.metadataLength() + 1;
    }

    @Override
    public void single(CacheEntry entry, OutputStream out) throws IOException {
        out.write(header);
        out.write(entry.body(), 0, entry.metadataLength());
        out.write('}');
    }

    @Override
    public void listHead(ListPage page, OutputStream out) throws IOException {
        out.write(Fragments.header("PartialObjectMetadataList", apiVersion));
        out.write(Fragments.bytes(Fragments.listMeta(page) + ",\"items\":["));
    }

    @Override
    public void item(CacheEntry entry, OutputStream out) throws IOException {
        single(entry, out);
    }

    @Override
    public void bookmark(long revision, boolean initialEventsEnd, OutputStream out) throws IOException {
        out.write(header);
        out.write(Fragments.bytes(Fragments.bookmarkMeta(revision, initialEventsEnd) + "}"));
    }
}
