package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import mortise.api.ApiObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checking, defaulting and completing are done once, however often they are done. */
class SchemasTest {

    private static final Seeds SEEDS = Seeds.of(SchemasTest.class);
    private static final int OBJECTS = Integer.getInteger("mortise.kinds.objects", 100);

    private interface Rule {
        void check(ApiObject object);
    }

    @ParameterizedTest
    @MethodSource("mortise.itests.kinds.Groups#kinds")
    void pruningTwiceIsTheSameAsOnce(Kind kind) {
        forEachObject(kind, object -> {
            ApiObject once = object.deepCopy();
            assertThat(kind.schema().prune(object)).isEmpty();
            Differences.assertSame(object.tree(), once.tree());
        });
    }

    @ParameterizedTest
    @MethodSource("mortise.itests.kinds.Groups#kinds")
    void defaultingTwiceIsTheSameAsOnce(Kind kind) {
        forEachObject(kind, object -> {
            kind.schema().applyDefaults(object);
            ApiObject once = object.deepCopy();
            kind.schema().applyDefaults(object);
            Differences.assertSame(object.tree(), once.tree());
        });
    }

    @ParameterizedTest
    @MethodSource("mortise.itests.kinds.Groups#kinds")
    void completingTwiceIsTheSameAsOnceAlsoWhenReadInBetween(Kind kind) {
        forEachObject(kind, object -> {
            kind.schema().applyDefaults(object);
            kind.schema().complete(object);
            ApiObject once = object.deepCopy();
            kind.schema().complete(object);
            Differences.assertSame(object.tree(), once.tree());
            assertThat(kind.schema().prune(object)).as("unknown fields").isEmpty();
            kind.schema().applyDefaults(object);
            kind.schema().complete(object);
            Differences.assertSame(object.tree(), once.tree());
        });
    }

    private static void forEachObject(Kind kind, Rule rule) {
        var failures = new Failures();
        for (int i = 0; i < OBJECTS; i++) {
            ApiObject object = kind.pruned(SEEDS.random(kind, i));
            String sent = Forms.show(object.tree());
            failures.watch(kind.toString(), () -> sent, () -> rule.check(object));
        }
        failures.assertNone(SEEDS);
    }
}
