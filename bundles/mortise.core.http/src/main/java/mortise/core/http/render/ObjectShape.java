package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.registry.ListPage;

/** Whole objects. Their bytes are the entries' own. */
final class ObjectShape implements Shape {

    private final GroupVersionKind kind;
    private final String listKind;
    private final byte[] header;

    ObjectShape(GroupVersionKind kind, String listKind) {
        this.kind = kind;
        this.listKind = listKind;
        this.header = Fragments.header(kind.kind(), kind.groupVersion().toString());
    }

    @Override
    public Object key() {
        return kind;
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return header.length + entry.body().length;
    }

    @Override
    public void single(CacheEntry entry, OutputStream out) throws IOException {
        out.write(header);
        out.write(entry.body());
    }

    @Override
    public void listHead(ListPage page, OutputStream out) throws IOException {
        out.write(Fragments.header(listKind, kind.groupVersion().toString()));
        out.write(Fragments.bytes(Fragments.listMeta(page) + ",\"items\":["));
    }

    @Override
    public void item(CacheEntry entry, OutputStream out) throws IOException {
        out.write('{');
        out.write(entry.body());
    }

    @Override
    public void bookmark(long revision, boolean initialEventsEnd, OutputStream out) throws IOException {
        out.write(header);
        out.write(Fragments.bytes(Fragments.bookmarkMeta(revision, initialEventsEnd) + "}"));
    }
}
