package mortise.core.cache;

import static mortise.core.cache.Fixture.key;
import static mortise.core.cache.Fixture.names;
import static mortise.core.cache.Fixture.options;
import static mortise.core.cache.Fixture.selecting;
import static mortise.core.cache.Fixture.texts;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import mortise.core.cache.WatchOptions.Start;
import org.junit.jupiter.api.Test;

/** A value that cannot be read keeps nobody from reading the others. */
class CorruptValuesTest {

    private static final byte[] BROKEN = "not an object".getBytes(StandardCharsets.UTF_8);

    private static List<String> corrupt(CacheSnapshot snapshot) {
        return names(snapshot.corrupt("", ""));
    }

    @Test
    void theCacheStartsAndServesTheOthers() {
        var store = new FakeStore();
        store.put(key("a", "good"), Fixture.pod("a", "good", "web", "n"));
        long stored = store.put(key("b", "bad"), BROKEN);
        try (var fixture = new Fixture(store, Fixture.SETTINGS, Runnable::run)) {
            CacheSnapshot now = fixture.cache.any();
            assertThat(names(now.range("", ""))).containsExactly("a/good");
            assertThat(now.count("", "")).isEqualTo(1);
            assertThat(now.get(key("b", "bad"))).isEmpty();
            assertThat(names(now.byField("spec.nodeName", ""))).isEmpty();
            assertThat(corrupt(now)).containsExactly("b/bad");
            assertThat(names(now.corrupt("/registry/pods/a/", "/registry/pods/a0"))).isEmpty();
            CacheEntry bad = now.corrupt(key("b", "bad")).orElseThrow();
            assertThat(bad.corruption()).isNotEmpty();
            assertThat(bad.revision()).isEqualTo(stored);
            assertThat(now.corrupt(key("a", "good"))).isEmpty();
        }
    }

    @Test
    void watchesGoOnAndAreToldOfTheDeletion() {
        var store = new FakeStore();
        store.put(key("b", "bad"), BROKEN);
        try (var fixture = new Fixture(store, Fixture.SETTINGS, Runnable::run)) {
            CacheWatch all = fixture.watch(options(Start.ANY, 0));
            CacheWatch one = fixture.watch(selecting("b", "", "metadata.name=bad", Start.ANY, 0));
            CacheWatch labelled = fixture.watch(selecting("", "app=web", "", Start.ANY, 0));
            long added = fixture.put("a", "x");
            long gone = fixture.remove("b", "bad");
            assertThat(texts(all)).containsExactly("ADDED a/x@" + added, "DELETED b/bad@" + gone);
            assertThat(texts(one)).containsExactly("DELETED b/bad@" + gone);
            assertThat(texts(labelled)).containsExactly("ADDED a/x@" + added);
            assertThat(corrupt(fixture.cache.any())).isEmpty();
        }
    }

    @Test
    void whatBreaksLaterIsStillKnownToWatchesAsItWas() {
        try (var fixture = new Fixture()) {
            CacheWatch watch = fixture.watch(selecting("", "app=web", "spec.nodeName=node-1", Start.ANY, 0));
            long added = fixture.put("a", "x", "web", "node-1");
            fixture.store.put(key("a", "x"), BROKEN);
            assertThat(texts(watch)).as("it is not gone").containsExactly("ADDED a/x@" + added);
            CacheSnapshot broken = fixture.cache.any();
            assertThat(names(broken.range("", ""))).isEmpty();
            assertThat(names(broken.byField("spec.nodeName", "node-1"))).isEmpty();
            assertThat(corrupt(broken)).containsExactly("a/x");
            fixture.store.put(key("a", "x"), BROKEN);
            long mended = fixture.put("a", "x", "web", "node-1");
            assertThat(texts(watch)).containsExactly("MODIFIED a/x@" + mended);
            assertThat(corrupt(fixture.cache.any())).isEmpty();
            fixture.store.put(key("a", "x"), BROKEN);
            long gone = fixture.remove("a", "x");
            assertThat(texts(watch)).containsExactly("DELETED a/x@" + gone);
        }
    }

    @Test
    void whatWasNeverReadIsAddedWhenItIsMended() {
        var store = new FakeStore();
        store.put(key("a", "x"), BROKEN);
        try (var fixture = new Fixture(store, Fixture.SETTINGS, Runnable::run)) {
            CacheWatch watch = fixture.watch(options(Start.ANY, 0));
            long mended = fixture.put("a", "x");
            assertThat(texts(watch)).containsExactly("ADDED a/x@" + mended);
            assertThat(names(fixture.cache.any().range("", ""))).containsExactly("a/x");
        }
    }

    @Test
    void theStateBeforeItBrokeCanStillBeRead() {
        try (var fixture = new Fixture()) {
            long good = fixture.put("a", "x");
            long bad = fixture.store.put(key("a", "x"), BROKEN);
            fixture.put("b", "y");
            assertThat(names(fixture.cache.exact(good).range("", ""))).containsExactly("a/x");
            assertThat(corrupt(fixture.cache.exact(good))).isEmpty();
            assertThat(corrupt(fixture.cache.exact(bad))).containsExactly("a/x");
            assertThat(names(fixture.cache.exact(bad).range("", ""))).isEmpty();
        }
    }

    @Test
    void statesThatOnlyTheStoreHasTellThemApartToo() {
        var store = new FakeStore();
        store.put(key("a", "x"), Fixture.pod("a", "x", "web", "n"));
        long revision = store.put(key("a", "y"), BROKEN);
        var snapshot = new StoreSnapshot(store, Fixture.SPEC, new SelectableFields(Fixture.SPEC.selectable()),
                revision);
        assertThat(names(snapshot.range("", ""))).containsExactly("a/x");
        assertThat(corrupt(snapshot)).containsExactly("a/y");
        assertThat(snapshot.get(key("a", "y"))).isEmpty();
        assertThat(snapshot.corrupt(key("a", "y"))).isPresent();
        assertThat(snapshot.corrupt(key("a", "x"))).isEmpty();
    }

    @Test
    void whatTheStoreCannotMakeOutIsCorruptWithItsReason() {
        var store = new FakeStore();
        long stored = store.putUnreadable(key("a", "x"), "no key");
        String text = "data from the storage is not transformable revision=";
        try (var fixture = new Fixture(store, Fixture.SETTINGS, Runnable::run)) {
            assertThat(fixture.cache.any().corrupt(key("a", "x")).orElseThrow().corruption())
                    .isEqualTo(text + stored + ": no key");
            fixture.put("a", "y");
            long later = store.putUnreadable(key("a", "y"), "no other key");
            assertThat(fixture.cache.any().corrupt(key("a", "y")).orElseThrow().corruption())
                    .isEqualTo(text + later + ": no other key");
            assertThat(names(fixture.cache.any().range("", ""))).isEmpty();
        }
        var snapshot = new StoreSnapshot(store, Fixture.SPEC, new SelectableFields(Fixture.SPEC.selectable()), stored);
        assertThat(snapshot.corrupt(key("a", "x")).orElseThrow().corruption()).isEqualTo(text + stored + ": no key");
    }
}
