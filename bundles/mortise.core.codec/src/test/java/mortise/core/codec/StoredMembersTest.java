package mortise.core.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StoredMembersTest {

    private static final String FIRST = "{\"a\":1";

    private static boolean differ(String one, String other, String... paths) {
        return StoredMembers.differ((FIRST + one).getBytes(UTF_8), FIRST.length(), (FIRST + other).getBytes(UTF_8),
                FIRST.length(), List.of(paths));
    }

    @Test
    void onlyTheMembersThatAreAskedForAreCompared() {
        String one = ",\"spec\":{\"x\":[1,{\"status\":2}]},\"status\":{\"a\":1,\"b\":\"\\\"}\"}}";
        String other = ",\"spec\":{\"x\":[1,{\"status\":2}]},\"status\":{\"a\":2,\"b\":\"\\\"}\",\"c\":null}}";
        assertThat(differ(one, one, "spec", "status")).isFalse();
        assertThat(differ(one, other, "spec", "status.b", "status.d", "none", "none.none", "spec.x")).isFalse();
        assertThat(differ(one, other, "status")).isTrue();
        assertThat(differ(one, other, "status.a")).isTrue();
        assertThat(differ(one, other, "status.c")).isTrue();
        assertThat(differ(other, one, "status.c")).isTrue();
        assertThat(differ("}", one, "spec")).isTrue();
        assertThat(differ(one, "}", "status.a")).isTrue();
    }

    @Test
    void aNumberThatGoesOnIsAnother() {
        assertThat(differ(",\"spec\":1}", ",\"spec\":12}", "spec")).isTrue();
        assertThat(differ(",\"spec\":1,\"x\":2}", ",\"spec\":1,\"x\":23}", "spec")).isFalse();
    }

    @Test
    void anotherLayoutCountsAsADifference() {
        for (String odd : List.of(", \"spec\":1}", ",\"spec\" :1}", ",\"spec\": 1}", ",\"spec\":1 }",
                ",\"sp\\u0065c\":1}", ",\"x\":{\"spec\":1} ,\"spec\":1}", "")) {
            assertThat(differ(odd, ",\"spec\":1}", "spec")).as(odd).isTrue();
        }
    }

    @Test
    void itSaysWhatTheTreesSay() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            ApiObject one = random(random);
            ApiObject other = random.nextInt(3) == 0 ? random(random) : one.deepCopy();
            change(random, other.tree());
            for (String path : List.of("b", "c", "d.b", "d.c", "b.b")) {
                String[] names = path.split("\\.");
                boolean expected = !Objects.equals(at(one, names), at(other, names));
                assertThat(StoredMembers.differ(json(one), FIRST.length(), json(other), FIRST.length(), List.of(path)))
                        .as("seed %d: %s of %s and %s", seed, path, one.tree(), other.tree()).isEqualTo(expected);
            }
        }
    }

    /** A member that is null is there. */
    private static List<@Nullable Object> at(ApiObject object, String... path) {
        Map<?, ?> in = object.tree();
        for (int i = 0; i < path.length - 1; i++) {
            in = in.get(path[i]) instanceof Map<?, ?> struct ? struct : Map.of();
        }
        String last = path[path.length - 1];
        var found = new ArrayList<@Nullable Object>();
        if (in.containsKey(last)) {
            found.add(in.get(last));
        }
        return found;
    }

    private static ApiObject random(Random random) {
        var object = new LinkedHashMap<String, @Nullable Object>();
        object.put("a", 1L);
        for (String name : List.of("b", "c", "d")) {
            if (random.nextInt(4) > 0) {
                object.put(name, value(random, 2));
            }
        }
        return new ApiObject(object);
    }

    private static void change(Random random, Map<String, @Nullable Object> object) {
        String name = List.of("b", "c", "d").get(random.nextInt(3));
        if (random.nextBoolean()) {
            object.remove(name);
        } else {
            object.put(name, value(random, 2));
        }
    }

    private static @Nullable Object value(Random random, int depth) {
        switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0:
                return (long) random.nextInt(20);
            case 1:
                return List.of("", "}", "\",\"b\":1", "\\", "\u00e9").get(random.nextInt(5));
            case 2:
                return random.nextBoolean();
            case 3:
                return null;
            case 4:
                var list = new ArrayList<@Nullable Object>();
                list.add(value(random, depth - 1));
                return list;
            default:
                var struct = new LinkedHashMap<String, @Nullable Object>();
                struct.put("b", value(random, depth - 1));
                struct.put("c", value(random, depth - 1));
                return struct;
        }
    }

    private static byte[] json(ApiObject object) {
        return JsonEncoder.encode(object.tree());
    }
}
