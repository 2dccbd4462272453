package mortise.core.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import mortise.api.GroupVersionKind;
import mortise.api.JsonStruct;
import mortise.core.codec.MalformedBodyException;
import org.junit.jupiter.api.Test;

class CacheEntryTest {

    private final CacheEntry entry = CacheEntry.of(
            Fixture.key("a", "x"), Fixture.pod("a", "x", "web", "node-7"), 42, Fixture.SPEC.selectable());

    @Test
    void itKnowsWhatSelectorsLookAt() {
        assertThat(entry.key()).isEqualTo("/registry/pods/a/x");
        assertThat(entry.namespace()).isEqualTo("a");
        assertThat(entry.name()).isEqualTo("x");
        assertThat(entry.uid()).isEqualTo("u-x");
        assertThat(entry.labels()).containsEntry("app", "web").hasSize(1);
        assertThat(entry.field("metadata.name")).isEqualTo("x");
        assertThat(entry.field("metadata.namespace")).isEqualTo("a");
        assertThat(entry.field("spec.nodeName")).isEqualTo("node-7");
        assertThat(entry.field("spec.other")).isEmpty();
    }

    @Test
    void theBodyHasTheResourceVersionAndNoKind() {
        String body = new String(entry.body(), StandardCharsets.UTF_8);
        assertThat(body).startsWith("\"metadata\":{").contains("\"resourceVersion\":\"42\"").doesNotContain("kind")
                .endsWith("}}");
        assertThat(body.substring(0, entry.metadataLength())).endsWith("}");
        assertThat(body.substring(entry.metadataLength())).startsWith(",\"spec\"");
    }

    @Test
    void atAnotherRevisionOnlyTheResourceVersionDiffers() {
        CacheEntry later = entry.at(12_345);
        assertThat(later.revision()).isEqualTo(12_345);
        assertThat(new String(later.body(), StandardCharsets.UTF_8))
                .isEqualTo(new String(entry.body(), StandardCharsets.UTF_8).replace("\"42\"", "\"12345\""));
        assertThat(later.metadataLength()).isEqualTo(entry.metadataLength() + 3);
        assertThat(later.field("spec.nodeName")).isEqualTo("node-7");
    }

    @Test
    void fieldsAreThoseOfTheEntryBeforeOnlyWhenNothingButMetadataHasChanged() {
        var reads = new AtomicInteger();
        var selectable = new SelectableFields(Map.of("spec.nodeName", object -> {
            reads.incrementAndGet();
            return object.textAt("spec", "nodeName");
        }));
        CacheEntry before = CacheEntry.of("k", Fixture.pod("a", "x", "web", "node-7"), 42, selectable);
        before.readFields(null);
        CacheEntry labelled = CacheEntry.of("k", Fixture.pod("a", "x", "other", "node-7"), 43, selectable);
        labelled.readFields(before);
        assertThat(reads).hasValue(1);
        assertThat(labelled.field("spec.nodeName")).isEqualTo("node-7");
        CacheEntry moved = CacheEntry.of("k", Fixture.pod("a", "x", "other", "node-8"), 44, selectable);
        moved.readFields(labelled);
        assertThat(moved.field("spec.nodeName")).isEqualTo("node-8");
    }

    @Test
    void anUnreadObjectIsTheSameObject() {
        var kind = new GroupVersionKind("", "v1", "Pod");
        assertThat(JsonStruct.isUnread(entry.toUnreadObject(kind).tree().get("spec"))).isTrue();
        assertThat(entry.toUnreadObject(kind)).isEqualTo(entry.toObject(kind));
        assertThat(entry.toUnreadObject(kind).tree().keySet()).containsExactlyElementsOf(
                entry.toObject(kind).tree().keySet());
    }

    @Test
    void everyTreeIsFresh() {
        var kind = new GroupVersionKind("", "v1", "Pod");
        entry.toObject(kind).tree().clear();
        assertThat(entry.toObject(kind).textAt("kind")).isEqualTo("Pod");
        assertThat(entry.toObject(kind).textAt("apiVersion")).isEqualTo("v1");
        assertThat(entry.toObject(kind).metadata().resourceVersion()).isEqualTo("42");
        assertThat(entry.toObject(kind).tree().keySet()).startsWith("kind", "apiVersion", "metadata");
    }

    @Test
    void aRenditionIsMadeOnce() {
        var made = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            assertThat(entry.<String>rendition("upper",
                    e -> e.name().toUpperCase(Locale.ROOT) + made.incrementAndGet()))
                    .isEqualTo("X1");
        }
    }

    @Test
    void onlyTheDeletionTimestampOfTheMetadataItselfMeansTerminating() {
        assertThat(entry.terminating()).isFalse();
        assertThat(with("\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"").terminating()).isTrue();
        assertThat(with("\"labels\":{\"deletionTimestamp\":\"x\"}").terminating()).isFalse();
        assertThat(with(
                "\"annotations\":{\"a\":\"\\\"deletionTimestamp\\\":1\",\"b\":\"{{\"}").terminating()).isFalse();
    }

    private static CacheEntry with(String metadata) {
        byte[] stored = ("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"x\",\"uid\":\"u\","
                + metadata + "}}")
                .getBytes(StandardCharsets.UTF_8);
        return CacheEntry.of("/registry/pods/x", stored, 3, Fixture.SPEC.selectable());
    }

    @Test
    void whatIsNoObjectIsRefused() {
        byte[] broken = "[1".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> CacheEntry.of("k", broken, 3, Fixture.SPEC.selectable()))
                .isInstanceOf(MalformedBodyException.class);
    }
}
