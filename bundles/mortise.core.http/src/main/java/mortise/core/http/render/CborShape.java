package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.CborEncoder;
import mortise.core.registry.ListPage;

/** What another shape writes as JSON, as CBOR. Lists count their items first. */
final class CborShape implements Shape {

    private static final byte[] SELF_DESCRIBED = CborEncoder.selfDescribed();

    private final Shape json;

    CborShape(Shape json) {
        this.json = json;
    }

    @Override
    public Object key() {
        return List.of("cbor", json.key());
    }

    @Override
    public boolean lasting() {
        return json.lasting();
    }

    @Override
    public Shape asJson() {
        return json;
    }

    @Override
    public Encoding encoding() {
        return Encoding.CBOR;
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return json.singleLength(entry) + SELF_DESCRIBED.length;
    }

    @Override
    public void single(CacheEntry entry, OutputStream out) throws IOException {
        out.write(SELF_DESCRIBED);
        encode(json.singleLength(entry), part -> json.single(entry, part), out);
    }

    private static void encode(int length, Encoding.Part part, OutputStream out) throws IOException {
        out.write(CborEncoder.encode(Encoding.written(length, part)));
    }

    @Override
    public void listHead(ListPage page, OutputStream out) throws IOException {
        long count = 0;
        for (CacheEntry entry : page.entries()) {
            count++;
        }
        out.write(SELF_DESCRIBED);
        out.write(CborEncoder.openArray(json.emptyList(page), count));
    }

    @Override
    public void item(CacheEntry entry, OutputStream out) throws IOException {
        encode(json.singleLength(entry), part -> json.item(entry, part), out);
    }

    @Override
    public void separator(OutputStream out) {
        // The array says how many items it has.
    }

    @Override
    public void listTail(ListPage page, OutputStream out) {
        // So does the object say how many members it has, of which the array was the last.
    }

    @Override
    public boolean opensApart() {
        return json.opensApart();
    }

    @Override
    public void opening(CacheEntry entry, OutputStream out) throws IOException {
        encode(json.singleLength(entry), part -> json.opening(entry, part), out);
    }

    @Override
    public void watched(CacheEntry entry, OutputStream out) throws IOException {
        encode(json.singleLength(entry), part -> json.watched(entry, part), out);
    }

    @Override
    public void bookmark(long revision, boolean initialEventsEnd, OutputStream out) throws IOException {
        encode(512, part -> json.bookmark(revision, initialEventsEnd, part), out);
    }
}
