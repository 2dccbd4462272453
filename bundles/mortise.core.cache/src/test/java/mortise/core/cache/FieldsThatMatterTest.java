package mortise.core.cache;

import static mortise.core.cache.Fixture.key;
import static mortise.core.cache.Fixture.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.core.cache.WatchOptions.Start;
import org.junit.jupiter.api.Test;

/** Watches that want to know the changes of some fields only. */
class FieldsThatMatterTest {

    private static final String LONG = "{\"f:metadata\":{\"f:x\":\"" + "y".repeat(300) + "\"}}";

    private static byte[] pod(String metadata, String rest) {
        return ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"x\",\"namespace\":\"a\",\"uid\":\"u\""
                + metadata + ",\"managedFields\":[{\"fieldsV1\":" + LONG + "}]}" + rest + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static WatchOptions changesOf(Start start, long after, String... fields) {
        return new WatchOptions("", "", LabelSelector.EVERYTHING, FieldSelector.EVERYTHING, start, after, false, false,
                Optional.empty(), Set.of(fields));
    }

    private static final String SPEC = ",\"spec\":{\"nodeName\":\"n\"}";
    private static final String STATUS = ",\"status\":{\"phase\":\"Running\"}";

    private static final String[] LINKS =
            {"metadata.ownerReferences", "metadata.finalizers", "metadata.deletionTimestamp"};

    private static void write(FakeStore store) {
        String key = key("a", "x");
        store.put(key, pod("", SPEC));
        store.put(key, pod(",\"labels\":{\"l\":\"1\"}", SPEC));
        store.put(key, pod(",\"labels\":{\"l\":\"1\"}", SPEC + STATUS));
        store.put(key, pod(",\"labels\":{\"l\":\"1\"},\"finalizers\":[\"f\"]", SPEC + STATUS));
        store.put(key, pod(",\"finalizers\":[\"f\"],\"deletionTimestamp\":\"2026\"", SPEC + STATUS));
        store.put(key, pod(",\"deletionTimestamp\":\"2026\"", SPEC + STATUS));
        store.put(key, pod(",\"deletionTimestamp\":\"2026\",\"ownerReferences\":[{\"uid\":\"o\"}]", SPEC + STATUS));
        store.put(key, pod(",\"deletionTimestamp\":\"2026\",\"ownerReferences\":[{\"uid\":\"o\"}]", STATUS));
        store.remove(key);
    }

    private static void check(CacheWatch links, CacheWatch spec, CacheWatch all) {
        assertThat(texts(links)).containsExactly("ADDED a/x@2", "MODIFIED a/x@5", "MODIFIED a/x@6", "MODIFIED a/x@7",
                "MODIFIED a/x@8", "DELETED a/x@10");
        assertThat(texts(spec)).containsExactly("ADDED a/x@2", "MODIFIED a/x@9", "DELETED a/x@10");
        assertThat(texts(all)).hasSize(9);
    }

    @Test
    void onlyTheirChangesAreTold() {
        try (var fixture = new Fixture()) {
            CacheWatch links = fixture.watch(changesOf(Start.ANY, 0, LINKS));
            CacheWatch spec = fixture.watch(changesOf(Start.ANY, 0, "spec", "status.other"));
            CacheWatch all = fixture.watch(changesOf(Start.ANY, 0, "metadata.labels"));
            texts(links);
            texts(spec);
            texts(all);
            write(fixture.store);
            check(links, spec, all);
        }
    }

    @Test
    void whatIsCaughtUpWithIsTheSame() {
        try (var fixture = new Fixture()) {
            write(fixture.store);
            check(fixture.watch(changesOf(Start.AFTER_REVISION, 1, LINKS)),
                    fixture.watch(changesOf(Start.AFTER_REVISION, 1, "spec", "status.other")),
                    fixture.watch(changesOf(Start.AFTER_REVISION, 1, "metadata")));
        }
    }

    @Test
    void nobodyIsCalledForOthers() {
        try (var fixture = new Fixture()) {
            var calls = new int[1];
            fixture.store.put(key("a", "x"), pod("", SPEC));
            CacheWatch watch = fixture.cache.watch(changesOf(Start.ANY, 0, LINKS), () -> calls[0]++);
            texts(watch);
            int before = calls[0];
            for (int i = 0; i < 100; i++) {
                fixture.store.put(key("a", "x"), pod(",\"labels\":{\"l\":\"" + i + "\"}", SPEC));
            }
            assertThat(calls[0]).isEqualTo(before);
        }
    }

    @Test
    void anotherObjectOfTheSameNameIsAlwaysTold() {
        try (var fixture = new Fixture()) {
            CacheWatch watch = fixture.watch(changesOf(Start.ANY, 0, "spec"));
            texts(watch);
            fixture.store.put(key("a", "x"), pod("", SPEC));
            fixture.store.put(key("a", "x"),
                    new String(pod("", SPEC), StandardCharsets.UTF_8).replace("\"u\"", "\"v\"").getBytes(
                            StandardCharsets.UTF_8));
            assertThat(texts(watch)).containsExactly("ADDED a/x@2", "MODIFIED a/x@3");
        }
    }
}
