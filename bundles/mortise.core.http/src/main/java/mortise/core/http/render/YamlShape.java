package mortise.core.http.render;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import mortise.core.cache.CacheEntry;
import mortise.core.codec.YamlEncoder;
import mortise.core.codec.YamlList;
import mortise.core.registry.ListPage;

/** What another shape writes as JSON, as YAML. Lists are written item by item. */
final class YamlShape implements Shape {

    private final Shape json;

    YamlShape(Shape json) {
        this.json = json;
    }

    @Override
    public Object key() {
        return List.of("yaml", json.key());
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
        return Encoding.YAML;
    }

    @Override
    public int singleLength(CacheEntry entry) {
        return json.singleLength(entry) * 2;
    }

    @Override
    public void single(CacheEntry entry, OutputStream out) throws IOException {
        out.write(YamlEncoder.encode(Encoding.written(json.singleLength(entry), part -> json.single(entry, part))));
    }

    @Override
    public void listHead(ListPage page, OutputStream out) throws IOException {
        var list = new YamlList(json.emptyList(page));
        out.write(hasItems(page) ? list.head() : list.empty());
    }

    private static boolean hasItems(ListPage page) {
        return page.entries().iterator().hasNext();
    }

    @Override
    public void item(CacheEntry entry, OutputStream out) throws IOException {
        out.write(YamlList.item(Encoding.written(json.singleLength(entry), part -> json.item(entry, part))));
    }

    @Override
    public void separator(OutputStream out) {
        // Items end their own lines.
    }

    @Override
    public void listTail(ListPage page, OutputStream out) throws IOException {
        if (hasItems(page)) {
            out.write(new YamlList(json.emptyList(page)).tail());
        }
    }

    @Override
    public void bookmark(long revision, boolean initialEventsEnd, OutputStream out) {
        throw new IllegalStateException("there are no watches in YAML");
    }
}
