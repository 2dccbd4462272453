package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.List;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.http.negotiate.Representation.IncludeObject;
import mortise.core.registry.ListPage;
import mortise.core.registry.ServedResource;

/** Rows of cells, with the objects or what is wanted of them. Columns of all priorities are always there. */
final class TableShape implements Shape {

    private static final byte[] ROW_END = Fragments.bytes("}}");
    private static final byte[] NO_OBJECT = Fragments.bytes("null}");
    /** Bytes of a table beside its columns and its object; more only costs another copy. */
    private static final int FRAME_BYTES = 1024;

    private final GroupVersionKind kind;
    private final String apiVersion;
    private final IncludeObject include;
    private final InstantSource clock;
    private final TableRows rows;
    private final VersionedBody bodies;
    private final String columns;
    private final byte[] objectHeader;

    /**
     * Shows the objects of a resource.
     *
     * @param apiVersion API version of the table
     * @param include what rows hold of their objects
     * @param clock says when an answer is written, which ages are counted up to
     */
    TableShape(ServedResource resource, String apiVersion, IncludeObject include, InstantSource clock) {
        this.kind = resource.kind();
        this.apiVersion = apiVersion;
        this.include = include;
        this.clock = clock;
        this.rows = TableRows.of(resource);
        this.bodies = VersionedBody.of(resource);
        this.columns = "," + rows.head();
        this.objectHeader = include == IncludeObject.OBJECT
                ? Fragments.header(kind.kind(), kind.groupVersion().toString())
                : Fragments.header("PartialObjectMetadata", apiVersion);
    }

    @Override
    public Object key() {
        return List.of("table", kind, apiVersion, include);
    }

    /** Tables with ages look different a second later. */
    @Override
    public boolean lasting() {
        return !rows.grow();
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return entry.bodyLength() + columns.length() + FRAME_BYTES;
    }

    @Override
    public void single(CacheEntry entry, OutputStream out) throws IOException {
        head("\"metadata\":{\"resourceVersion\":\"" + entry.revision() + "\"}", true, out);
        item(entry, out);
        out.write(Fragments.LIST_END);
    }

    @Override
    public void listHead(ListPage page, OutputStream out) throws IOException {
        head(Fragments.listMeta(page), true, out);
    }

    @Override
    public void item(CacheEntry entry, OutputStream out) throws IOException {
        rows.row(entry).write(clock.instant(), out);
        switch (include) {
            case NONE -> out.write(NO_OBJECT);
            case METADATA -> {
                // Metadata is the same in all versions.
                out.write(objectHeader);
                entry.writeMetadata(out);
                out.write(ROW_END);
            }
            case OBJECT -> {
                out.write(objectHeader);
                bodies.write(entry, out);
                out.write('}');
            }
        }
    }

    /** The rows of later events have the columns of the first one, whose event {@link #opening} writes. */
    @Override
    public void watched(CacheEntry entry, OutputStream out) throws IOException {
        watched(entry, false, out);
    }

    @Override
    public boolean opensApart() {
        return true;
    }

    @Override
    public void opening(CacheEntry entry, OutputStream out) throws IOException {
        watched(entry, true, out);
    }

    private void watched(CacheEntry entry, boolean withColumns, OutputStream out) throws IOException {
        head("\"metadata\":{\"resourceVersion\":\"" + entry.revision() + "\"}", withColumns, out);
        item(entry, out);
        out.write(Fragments.LIST_END);
    }

    @Override
    public void bookmark(long revision, boolean initialEventsEnd, OutputStream out) throws IOException {
        head("\"metadata\":{\"resourceVersion\":\"" + revision + "\"}", false, out);
        rows.blank().write(clock.instant(), out);
        if (include == IncludeObject.NONE) {
            out.write(NO_OBJECT);
        } else {
            out.write(objectHeader);
            out.write(Fragments.bytes(Fragments.bookmarkMeta(revision, initialEventsEnd)));
            out.write(ROW_END);
        }
        out.write(Fragments.LIST_END);
    }

    private void head(String metadata, boolean withColumns, OutputStream out) throws IOException {
        out.write(Fragments.header("Table", apiVersion));
        out.write(Fragments.bytes(metadata + (withColumns ? columns : ",\"columnDefinitions\":null") + ",\"rows\":["));
    }
}
