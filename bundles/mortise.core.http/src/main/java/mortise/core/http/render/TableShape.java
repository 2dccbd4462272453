package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.core.http.negotiate.Representation.IncludeObject;
import mortise.core.registry.ListPage;

/** Rows of cells: the two columns of kinds that have none of their own. The cells are made once for each entry. */
final class TableShape implements Shape {

    private static final String COLUMNS = "\"columnDefinitions\":["
            + "{\"name\":\"Name\",\"type\":\"string\",\"format\":\"name\",\"description\":\"Name must be unique within "
            + "a namespace. It is set when the object is created and does not change.\",\"priority\":0},"
            + "{\"name\":\"Created At\",\"type\":\"date\",\"format\":\"\",\"description\":\"The time of the server "
            + "when the object was created, in UTC.\",\"priority\":0}]";
    private static final byte[] ROW_END = Fragments.bytes("}}");
    private static final byte[] NO_OBJECT = Fragments.bytes("null}");
    private static final String CELLS = "cells";

    private final GroupVersionKind kind;
    private final String apiVersion;
    private final IncludeObject include;
    private final byte[] objectHeader;

    TableShape(GroupVersionKind kind, String apiVersion, IncludeObject include) {
        this.kind = kind;
        this.apiVersion = apiVersion;
        this.include = include;
        this.objectHeader = include == IncludeObject.OBJECT
                ? Fragments.header(kind.kind(), kind.groupVersion().toString())
                : Fragments.header("PartialObjectMetadata", apiVersion);
    }

    @Override
    public Object key() {
        return List.of("table", kind, apiVersion, include);
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return entry.body().length + 2048;
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
        out.write(entry.rendition(CELLS, TableShape::cells));
        if (include == IncludeObject.NONE) {
            out.write(NO_OBJECT);
            return;
        }
        out.write(objectHeader);
        int length = include == IncludeObject.OBJECT ? entry.body().length - 1 : entry.metadataLength();
        out.write(entry.body(), 0, length);
        out.write(ROW_END);
    }

    /** The rows of later events have the columns of the first one, whose event {@link #firstWatched} writes. */
    @Override
    public void watched(CacheEntry entry, OutputStream out) throws IOException {
        watched(entry, false, out);
    }

    /** Writes the object of a watch's first event. */
    void firstWatched(CacheEntry entry, OutputStream out) throws IOException {
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
        out.write(Fragments.bytes("{\"cells\":[\"\",\"<unknown>\"],\"object\":"));
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
        out.write(Fragments.bytes(metadata + (withColumns ? "," + COLUMNS : ",\"columnDefinitions\":null")
                + ",\"rows\":["));
    }

    private static byte[] cells(CacheEntry entry) {
        return Fragments.bytes("{\"cells\":[" + Fragments.quote(entry.name()) + ",\""
                + CreationTime.of(entry) + "\"],\"object\":");
    }
}
