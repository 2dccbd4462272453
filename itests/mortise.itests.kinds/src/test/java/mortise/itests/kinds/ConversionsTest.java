package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import mortise.api.ApiObject;
import mortise.spi.group.Conversion;
import mortise.spi.group.ObjectSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects come out of the store in the version in which they went in as they were. */
class ConversionsTest {

    private static final Seeds SEEDS = Seeds.of(ConversionsTest.class);
    /** What only one of the two forms has, or can leave out, so that nobody knows whether it was there when empty. */
    private static final Set<String> VAGUE = Set.of(".spec.allNodes", ".spec.devices[].basic", ".spec.nodeName");
    private static final int OBJECTS = Integer.getInteger("mortise.kinds.objects", 300);

    static Stream<Kind> converted() {
        return Groups.kinds().stream().filter(kind -> kind.version().conversion() != Conversion.NONE);
    }

    @Test
    void someKindsAreConverted() {
        assertThat(converted()).extracting(Kind::toString).isNotEmpty();
    }

    @Test
    void noStorageVersionIsConvertedUnlessItIsThatOfAnotherGroup() {
        assertThat(converted()).filteredOn(kind -> kind.resource().storedKind().isEmpty())
                .allMatch(kind -> !kind.version().name().equals(kind.resource().storageVersion()));
    }

    @ParameterizedTest
    @MethodSource("converted")
    void whatCameFromAVersionIsStoredTheSameWhenItIsReadAndWrittenBack(Kind kind) {
        forEachObject(kind, object -> {
            toStored(kind, object);
            readAndWrittenBack(kind, object);
        });
    }

    /** A client may read in one version what another one wrote in the storage version. */
    @ParameterizedTest
    @MethodSource("converted")
    void whatIsStoredIsTheSameAfterItWasReadAndWrittenInAnotherVersion(Kind kind) {
        Kind stored = stored(kind);
        var failures = new Failures();
        for (int i = 0; i < OBJECTS; i++) {
            ApiObject object = stored.pruned(SEEDS.random(kind, "stored", i));
            String sent = Forms.show(object.tree());
            failures.watch(kind + " stored", () -> sent, () -> {
                stored.schema().applyDefaults(object);
                stored.schema().complete(object);
                readAndWrittenBack(kind, object);
            });
        }
        failures.assertNone(SEEDS);
    }

    @ParameterizedTest
    @MethodSource("converted")
    void whatWasWrittenIsRead(Kind kind) {
        forEachObject(kind, object -> {
            kind.schema().applyDefaults(object);
            ApiObject written = object.deepCopy();
            kind.schema().complete(written);
            toStored(kind, object);
            fromStored(kind, object);
            Differences.assertSame(object.tree(), written.tree(), VAGUE);
        });
    }

    private static void readAndWrittenBack(Kind kind, ApiObject object) {
        ApiObject before = object.deepCopy();
        fromStored(kind, object);
        assertThat(kind.schema().prune(object)).as("unknown fields when read").isEmpty();
        toStored(kind, object);
        Differences.assertSame(object.tree(), before.tree(), VAGUE);
    }

    private static void fromStored(Kind kind, ApiObject object) {
        kind.version().conversion().fromStored(object);
        kind.schema().complete(object);
        object.setKind(kind.name());
    }

    private static void toStored(Kind kind, ApiObject object) {
        kind.version().conversion().toStored(object);
        ObjectSchema schema = stored(kind).schema();
        object.setKind(kind.storedName());
        assertThat(schema.prune(object)).as("unknown fields when stored").isEmpty();
        schema.complete(object);
    }

    private static Kind stored(Kind kind) {
        return Groups.find(kind.storedName()).orElseThrow(
                () -> new AssertionError(kind + " is stored as a kind that no group has"));
    }

    private interface Rule {
        void check(ApiObject object);
    }

    private static void forEachObject(Kind kind, Rule rule) {
        var failures = new Failures();
        for (int i = 0; i < OBJECTS; i++) {
            Random random = SEEDS.random(kind, i);
            ApiObject object = kind.pruned(random);
            String sent = Forms.show(object.tree());
            failures.watch(kind.toString(), () -> sent, () -> rule.check(object));
        }
        failures.assertNone(SEEDS);
    }
}
