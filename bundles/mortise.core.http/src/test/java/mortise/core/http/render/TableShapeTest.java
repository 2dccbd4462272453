package mortise.core.http.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.api.FieldSelector;
import mortise.api.GroupVersion;
import mortise.api.LabelSelector;
import mortise.core.cache.CacheEntry;
import mortise.core.cache.CacheEvent;
import mortise.core.cache.CacheSettings;
import mortise.core.cache.CacheSpec;
import mortise.core.cache.CacheWatch;
import mortise.core.cache.ResourceCache;
import mortise.core.cache.WatchOptions;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.http.negotiate.Representation.IncludeObject;
import mortise.core.registry.ListPage;
import mortise.core.registry.ResourceVerbs;
import mortise.core.registry.ServedResource;
import mortise.spi.group.Conversion;
import mortise.spi.group.Elapsed;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.TableColumn;
import mortise.spi.storage.Commit;
import mortise.storage.memory.MemoryStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables of a kind with columns of its own, at times that the test decides. */
class TableShapeTest {

    private static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");
    private static final String META = "meta.k8s.io/v1";

    private Instant now = CREATED.plusSeconds(90);
    private final AtomicInteger computed = new AtomicInteger();

    /** A kind in two versions; the later one calls its field {@code text} {@code words}. */
    private final ResourceDefinition notes = ResourceDefinition.named("notes", "note", "Note")
            .version("v1").version(new ResourceVersion("v2", true, ObjectSchema.OPEN, new Conversion() {
                @Override
                public void fromStored(ApiObject object) {
                    object.tree().put("words", object.tree().remove("text"));
                }

                @Override
                public void toStored(ApiObject object) {
                    object.tree().put("text", object.tree().remove("words"));
                }
            }, Optional.empty()))
            .columns(List.of(
                    column("Name", "string", "name", 0, object -> object.metadata().name()),
                    column("Text", "string", "", 0, object -> object.textAt("text")),
                    column("Size", "integer", "", 0, object -> (long) object.textAt("text").length()),
                    column("Long", "boolean", "", 1, object -> object.textAt("text").length() > 3),
                    column("Half", "number", "", 1, object -> 0.5),
                    column("Nothing", "string", "", 1, object -> null),
                    column("Age", "string", "", 0, TableShapeTest::age),
                    column("Restarts", "string", "", 0, object -> new Elapsed("2 (\"", CREATED, "\" ago)"))))
            .build();

    private TableColumn column(
            String name, String type, String format, int priority, Function<ApiObject, Object> cell) {
        return new TableColumn(name, type, format, () -> "The \"" + name + "\".", priority, object -> {
            computed.incrementAndGet();
            return cell.apply(object);
        });
    }

    private static Object age(ApiObject object) {
        String time = object.textAt("metadata", "creationTimestamp");
        return time.isEmpty() ? "<unknown>" : Elapsed.since(Instant.parse(time));
    }

    private TableShape shape(ResourceDefinition definition, String version, String meta, IncludeObject include) {
        return new TableShape(served(definition, version), meta, include, () -> now);
    }

    private TableShape shape(IncludeObject include) {
        return shape(notes, "v1", META, include);
    }

    private static ServedResource served(ResourceDefinition definition, String version) {
        return new ServedResource() {
            @Override
            public GroupVersion version() {
                return new GroupVersion("kit.io", version);
            }

            @Override
            public ResourceDefinition definition() {
                return definition;
            }

            @Override
            public ResourceVerbs verbs() {
                throw new AssertionError("a shape does nothing with objects");
            }

            @Override
            public String bundle() {
                return "kit";
            }
        };
    }

    private static byte[] stored(String name, String text) {
        return ("{\"kind\":\"Note\",\"apiVersion\":\"kit.io/v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"creationTimestamp\":\"" + CREATED + "\"},\"text\":\"" + text + "\"}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static CacheEntry entry(String name, String text, long revision) {
        return CacheEntry.of("/registry/notes/" + name, stored(name, text), revision, Map.of());
    }

    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private static String written(Writing writing) throws IOException {
        var out = new ByteArrayOutputStream();
        writing.to(out);
        String json = out.toString(StandardCharsets.UTF_8);
        JsonDecoder.decode(out.toByteArray(), DecodeLimits.DEFAULT);
        return json;
    }

    private String single(TableShape shape, CacheEntry entry) throws IOException {
        return written(out -> shape.single(entry, out));
    }

    @Test
    void aTableDescribesItsColumnsAndShowsCells() throws IOException {
        String table = single(shape(IncludeObject.NONE), entry("a", "hello", 7));
        assertThat(table)
                .startsWith("{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":"
                        + "\"7\"},\"columnDefinitions\":[{\"name\":\"Name\",\"type\":\"string\",\"format\":\"name\","
                        + "\"description\":\"The \\\"Name\\\".\",\"priority\":0},")
                .contains("{\"name\":\"Long\",\"type\":\"boolean\",\"format\":\"\","
                        + "\"description\":\"The \\\"Long\\\".\",\"priority\":1},")
                .endsWith("\"priority\":0}],\"rows\":[{\"cells\":[\"a\",\"hello\",5,true,0.5,null,\"90s\","
                        + "\"2 (\\\"90s\\\" ago)\"],\"object\":null}]}");
    }

    @Test
    void agesAreCountedWhenTheAnswerIsWritten() throws IOException {
        TableShape shape = shape(IncludeObject.NONE);
        CacheEntry entry = entry("a", "x", 1);
        assertThat(single(shape, entry)).contains("\"90s\"");
        now = CREATED.plus(Duration.ofHours(49));
        assertThat(single(shape, entry)).contains("null,\"2d1h\",\"2 (\\\"2d1h\\\" ago)\"]");
    }

    @Test
    void cellsAreComputedOnceForAnEntryAndAllItsTables() throws IOException {
        CacheEntry entry = entry("a", "x", 1);
        single(shape(IncludeObject.NONE), entry);
        single(shape(IncludeObject.OBJECT), entry);
        single(shape(notes, "v2", "meta.k8s.io/v1beta1", IncludeObject.METADATA), entry);
        assertThat(computed).hasValue(notes.columns().size());
        single(shape(IncludeObject.NONE), entry("a", "y", 2));
        assertThat(computed).hasValue(2 * notes.columns().size());
    }

    @Test
    void columnsOfAnotherDefinitionAreOtherCells() throws IOException {
        CacheEntry entry = entry("a", "x", 1);
        single(shape(IncludeObject.NONE), entry);
        ResourceDefinition other = ResourceDefinition.named("notes", "note", "Note").version("v1")
                .columns(List.of(column("Only", "string", "", 0, object -> "other"))).build();
        assertThat(single(shape(other, "v1", META, IncludeObject.NONE), entry))
                .endsWith("\"rows\":[{\"cells\":[\"other\"],\"object\":null}]}");
    }

    @ParameterizedTest
    @CsvSource({"v1,v1", "v1,v1beta1", "v2,v1"})
    void metadataRowsArePartialObjectsOfTheTablesVersion(String version, String meta) throws IOException {
        assertThat(single(shape(notes, version, "meta.k8s.io/" + meta, IncludeObject.METADATA), entry("a", "x", 3)))
                .startsWith("{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/" + meta + "\"")
                .endsWith("\"object\":{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/" + meta
                        + "\",\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"3\",\"creationTimestamp\":\"" + CREATED
                        + "\"}}}]}");
    }

    @ParameterizedTest
    @CsvSource({"v1,text", "v2,words"})
    void objectRowsAreInTheVersionOfTheRequest(String version, String field) throws IOException {
        assertThat(single(shape(notes, version, META, IncludeObject.OBJECT), entry("a", "hello", 3)))
                .contains("\"cells\":[\"a\",\"hello\",5,")
                .contains("\"object\":{\"kind\":\"Note\",\"apiVersion\":\"kit.io/" + version + "\",\"metadata\":{")
                .endsWith("\"" + field + "\":\"hello\"}}]}");
    }

    @Test
    void aListHasTheMetadataOfLists() throws IOException {
        TableShape shape = shape(IncludeObject.NONE);
        List<CacheEntry> entries = List.of(entry("a", "x", 1), entry("b", "y", 2));
        var page = new ListPage(9, entries, "more", OptionalLong.of(4));
        String list = written(out -> {
            shape.listHead(page, out);
            shape.item(entries.get(0), out);
            out.write(',');
            shape.item(entries.get(1), out);
            shape.listTail(new ListPage(9, entries, "", OptionalLong.empty()), out);
        });
        assertThat(list).contains("\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"more\","
                        + "\"remainingItemCount\":4},\"columnDefinitions\":[{")
                .contains("\"rows\":[{\"cells\":[\"a\",").contains("\"object\":null},{\"cells\":[\"b\",");
    }

    @Test
    void aBookmarkHasTheRowOfAnEmptyObject() throws IOException {
        TableShape shape = shape(IncludeObject.METADATA);
        assertThat(written(out -> shape.bookmark(12, true, out))).isEqualTo(
                "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"12\"},"
                        + "\"columnDefinitions\":null,\"rows\":[{\"cells\":[\"\",\"\",0,false,0.5,null,\"<unknown>\","
                        + "\"2 (\\\"90s\\\" ago)\"],\"object\":{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":"
                        + "\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"12\",\"annotations\":"
                        + "{\"k8s.io/initial-events-end\":\"true\"}}}}]}");
    }

    @Test
    void kindsWithoutColumnsHaveNameAndTimeOfCreation() throws IOException {
        ResourceDefinition plain = ResourceDefinition.named("notes", "note", "Note").version("v1").build();
        TableShape shape = shape(plain, "v1", META, IncludeObject.NONE);
        assertThat(single(shape, entry("a", "x", 1))).contains("\"name\":\"Created At\",\"type\":\"date\"")
                .endsWith("\"rows\":[{\"cells\":[\"a\",\"2026-01-02T03:04:05Z\"],\"object\":null}]}");
        assertThat(written(out -> shape.bookmark(1, false, out))).contains("[\"\",\"0001-01-01T00:00:00Z\"]");
        assertThat(shape.lasting()).isTrue();
        assertThat(shape(IncludeObject.NONE).lasting()).isFalse();
    }

    @Test
    void aCellThatCannotBeComputedSpoilsNoTable() throws IOException {
        ResourceDefinition broken = ResourceDefinition.named("notes", "note", "Note").version("v1")
                .columns(List.of(
                        column("Throws", "string", "", 0, object -> Long.toString(object.textAt("a").charAt(0))),
                        column("Odd", "string", "", 0, object -> Map.of()),
                        column("Fine", "string", "", 0, object -> "fine")))
                .build();
        assertThat(single(shape(broken, "v1", META, IncludeObject.NONE), entry("a", "x", 1)))
                .contains("\"cells\":[\"<error>\",\"<error>\",\"fine\"]");
    }

    @Test
    void watchesShowColumnsOnceAndAgesAsTheyAre() throws Exception {
        var timer = Executors.newScheduledThreadPool(1);
        var store = new MemoryStore();
        try (var cache = ResourceCache.open(store,
                new CacheSpec("/registry/notes/", false, Map.of(), List.of()),
                new CacheSettings(10, Duration.ofMinutes(5), Duration.ofSeconds(75), 10,
                        Duration.ofSeconds(3), Duration.ofSeconds(60)), timer, timer, Clock.systemUTC())) {
            var readable = new LinkedBlockingQueue<Boolean>();
            try (CacheWatch watch = cache.watch(new WatchOptions("", "", LabelSelector.EVERYTHING,
                    FieldSelector.EVERYTHING, WatchOptions.Start.MOST_RECENT, 0, false, false),
                    () -> readable.add(true))) {
                store.commit(Commit.create("/registry/notes/a", stored("a", "x"))).toCompletableFuture().join();
                CacheEvent event = next(watch, readable);
                var first = new EventEncoder(shape(IncludeObject.NONE));
                assertThat(line(first, event)).contains("\"columnDefinitions\":[{").contains("\"90s\"");
                assertThat(line(first, event)).contains("\"columnDefinitions\":null").contains("\"90s\"");
                now = CREATED.plusSeconds(100);
                assertThat(line(first, event)).contains("\"columnDefinitions\":null").contains("\"100s\"");
            }
        } finally {
            timer.shutdownNow();
            store.close();
        }
    }

    private static CacheEvent next(CacheWatch watch, LinkedBlockingQueue<Boolean> readable) throws Exception {
        for (Optional<CacheEvent> event = watch.poll();; event = watch.poll()) {
            if (event.isPresent()) {
                return event.get();
            }
            assertThat(readable.poll(10, TimeUnit.SECONDS)).as("an event comes").isNotNull();
        }
    }

    private static String line(EventEncoder encoder, CacheEvent event) {
        return new String(encoder.encode(event), StandardCharsets.UTF_8);
    }

    @Test
    void rowsOfWarmTablesAreOnlyCopied() throws IOException {
        var entries = new ArrayList<CacheEntry>();
        for (int i = 0; i < 100; i++) {
            entries.add(entry("n" + i, "x", i + 1));
        }
        TableShape shape = shape(IncludeObject.METADATA);
        for (int round = 0; round < 3; round++) {
            for (CacheEntry entry : entries) {
                shape.item(entry, OutputStream.nullOutputStream());
            }
        }
        assertThat(computed).hasValue(entries.size() * notes.columns().size());
    }
}
