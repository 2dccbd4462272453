package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.registry.ListPage;
import mortise.core.registry.ServedResource;

/** Whole objects. Their bytes are the entries' own, unless they have to be converted. */
final class ObjectShape implements Shape {

    private final GroupVersionKind kind;
    private final String listKind;
    private final VersionedBody bodies;
    private final byte[] header;

    ObjectShape(ServedResource resource) {
        this.kind = resource.kind();
        this.listKind = resource.definition().listKind();
        this.bodies = VersionedBody.of(resource);
        this.header = Fragments.header(kind.kind(), kind.groupVersion().toString());
    }

    @Override
    public Object key() {
        return kind;
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return header.length + bodies.length(entry);
    }

    @Override
    public void single(CacheEntry entry, OutputStream out) throws IOException {
        out.write(header);
        bodies.write(entry, out);
    }

    @Override
    public void listHead(ListPage page, OutputStream out) throws IOException {
        out.write(Fragments.header(listKind, kind.groupVersion().toString()));
        out.write(Fragments.bytes(Fragments.listMeta(page) + ",\"items\":["));
    }

    @Override
    public void item(CacheEntry entry, OutputStream out) throws IOException {
        out.write('{');
        bodies.write(entry, out);
    }

    @Override
    public void bookmark(long revision, boolean initialEventsEnd, OutputStream out) throws IOException {
        out.write(header);
        out.write(Fragments.bytes(Fragments.bookmarkMeta(revision, initialEventsEnd) + "}"));
    }
}
