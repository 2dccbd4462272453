package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.registry.ListPage;
import mortise.core.registry.ServedResource;

/** Only the metadata of objects: a slice of the bytes of whole objects. */
final class MetadataShape implements Shape {

    private final GroupVersionKind kind;
    private final String apiVersion;
    private final VersionedBody bodies;
    private final byte[] header;

    MetadataShape(ServedResource resource, String apiVersion) {
        this.kind = resource.kind();
        this.bodies = VersionedBody.of(resource);
        this.apiVersion = apiVersion;
        this.header = Fragments.header("PartialObjectMetadata", apiVersion);
    }

    @Override
    public Object key() {
        return List.of("metadata", kind, apiVersion);
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return header.length + bodies.metadataLength(entry) + 1;
    }

    @Override
    public void single(CacheEntry entry, OutputStream out) throws IOException {
        out.write(header);
        bodies.writeMetadata(entry, out);
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
