package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.core.codec.CborDecoder;
import mortise.core.codec.CborEncoder;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.ProtobufDecoder;
import mortise.core.codec.ProtobufEncoder;
import mortise.core.codec.ProtobufEnvelope;
import mortise.core.codec.StoredObject;
import mortise.core.codec.YamlDecoder;
import mortise.core.codec.YamlEncoder;
import mortise.core.schema.Cells;
import mortise.core.schema.Quantity;
import mortise.core.schema.Times;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Nothing that a client can send makes a reader fail in a way it does not say. {@code -Dmortise.fuzz.inputs=1000000}
 * takes longer than the usual run.
 */
class FuzzTest {

    private static final Seeds SEEDS = Seeds.of(FuzzTest.class);
    private static final int SAMPLES = 150;
    private static final int SAMPLE_LENGTH_MAX = 4000;
    private static final int EXPRESSION_LENGTH_MAX = 300;
    private static final Set<Class<? extends Exception>> MALFORMED = Set.of(MalformedBodyException.class);
    private static final Set<Class<? extends Exception>> NO_ARGUMENT = Set.of(IllegalArgumentException.class);
    private static final Set<Class<? extends Exception>> REFUSED = Set.of(ApiException.class);
    private static final List<String> JSON_WORDS = List.of(
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "null", "true", "false", "-", "0",
            "1e999", "1E-5", "9223372036854775808", "-0", "0.1", "\u00e9", "\uD83D\uDE00", "\"a\":",
            "\"metadata\":{", "{\"a\":", "[[", "\n");
    private static final List<String> YAML_WORDS = List.of(
            ": ", "- ", "\n", "\n  ", "\t", "#", "&a ", "*a", "<<: ", "!!binary ", "!!str ", "!!timestamp ",
            "!!set ", "---\n", "...\n", "? ", "|\n", ">-\n", "'", "\"", "{", "}", "[", "]", ",", "~",
            "%YAML 1.1\n", "@", "`", "1e3", "0x1F", "190:20:30", ".inf", "yes", "\\x41", "\u0085", "\u2028",
            "\ufeff", "=", "!<tag:yaml.org,2002:int> ");
    private static final List<String> BINARY_WORDS = List.of(
            "\u0000", "\u0001", "\u0008", "\n", "\u0012", "\u001a", "\u007f", "k8s\u0000",
            "\u0000\u0000\u0000\u0000", "{}", "\u00ff", "\ud83d\ude00", "a");

    private final List<Kind> kinds = Groups.kinds();

    @Test
    void json() {
        new Fuzzing("JSON", samples(json -> json), JSON_WORDS, MALFORMED, (input, random) ->
                expectWritable(JsonDecoder.decode(input, DecodeLimits.DEFAULT).value())).run(SEEDS);
    }

    @Test
    void yaml() {
        new Fuzzing("YAML", samples(YamlEncoder::encode), YAML_WORDS, MALFORMED, (input, random) ->
                expectWritable(YamlDecoder.decode(input, DecodeLimits.DEFAULT).value())).run(SEEDS);
    }

    @Test
    void cbor() {
        new Fuzzing("CBOR", samples(CborEncoder::encode), BINARY_WORDS, MALFORMED, (input, random) ->
                expectWritable(CborDecoder.decode(input, DecodeLimits.DEFAULT).value())).run(SEEDS);
    }

    /** Messages of one kind are read as any kind, which is what a mistaken client sends. */
    @Test
    void protobuf() {
        var inputs = new ArrayList<byte[]>();
        kinds.forEach(kind -> {
            for (int i = 0; i < 3; i++) {
                inputs.add(ProtobufEncoder.encode(
                        JsonEncoder.encode(kind.canonical(SEEDS.random(kind, i)).tree()), kind.type()));
            }
        });
        new Fuzzing("Protobuf", inputs, BINARY_WORDS, MALFORMED, (input, random) -> {
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            Map<String, @Nullable Object> tree =
                    ProtobufDecoder.decode(input, 0, input.length, kind.type(), DecodeLimits.DEFAULT);
            expectWritable(tree);
            pruned(kind, tree);
        }).run(SEEDS);
    }

    @Test
    void envelopes() {
        var inputs = samples(json -> ProtobufEnvelope.wrap("apps/v1", "Deployment", json));
        new Fuzzing("Protobuf envelope", inputs, BINARY_WORDS, MALFORMED, (input, random) -> {
            ProtobufEnvelope.Opened opened = ProtobufEnvelope.open(input);
            assertThat(opened.from()).isBetween(0, opened.to());
            assertThat(opened.to()).isLessThanOrEqualTo(opened.bytes().length);
        }).run(SEEDS);
    }

    /** Encoders read JSON that others have written, which may be other than they think. */
    @Test
    void encoders() {
        new Fuzzing("JSON to Protobuf", samples(json -> json), JSON_WORDS, MALFORMED, (input, random) ->
                ProtobufEncoder.encode(input, kinds.get(random.nextInt(kinds.size())).type())).run(SEEDS);
        new Fuzzing("JSON to CBOR", samples(json -> json), JSON_WORDS, MALFORMED, (input, random) ->
                CborEncoder.encode(input)).run(SEEDS);
        new Fuzzing("JSON to YAML", samples(json -> json), JSON_WORDS, MALFORMED, (input, random) ->
                YamlEncoder.encode(input)).run(SEEDS);
    }

    @Test
    void storedObjects() {
        new Fuzzing("stored object", samples(json -> json), JSON_WORDS, MALFORMED, (input, random) -> {
            StoredObject stored = StoredObject.read(input);
            byte[] body = stored.bodyAt(7);
            assertThat(stored.metadataLength(7)).isLessThanOrEqualTo(body.length);
            StoredObject.rebase(body, 8);
        }).run(SEEDS);
    }

    @Test
    void cells() {
        List<byte[]> inputs = texts(
                ".spec.replicas", ".status.podIPs[0].ip", ".labels[\"a/b\"]", ".containers[*].name or \"x\"",
                ".conditions[type=Ready].status", "len(.a, .b)", "sum(.a[*].b)", "text(\":\", .port)",
                "join(\", \", .a[*], .name, \":\", .port)", "some(3, .a[*])", "lower(trim(.a))", "when(.a, \"b\")",
                "choose(.a, \"x\", 1, \"y\", true)", "condition(.status.conditions, \"A\", \"B\")",
                "age(.metadata.time)", "duration(.spec.seconds)", "labels(.spec)", "selector(.spec.selector)", ".",
                "12", "true");
        List<String> words = List.of(
                "(", ")", "[", "]", ".", "*", ",", "\"", " or ", "len(", "text(", "join(", "-", "=", "9",
                "99999999999999999999", "age(", "metadata", "spec", "status", "or", "\\");
        new Fuzzing("cell", inputs, words, NO_ARGUMENT, (input, random) -> {
            // Expressions come from the table of columns; only objects come from clients.
            int length = Math.min(input.length, EXPRESSION_LENGTH_MAX);
            var cell = Cells.compile(new String(input, 0, length, StandardCharsets.UTF_8));
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            try {
                ApiObject object = random.nextBoolean() ? kind.sent(random) : anything(random);
                JsonEncoder.encode(String.valueOf(cell.apply(object)));
            } catch (IllegalArgumentException thrown) {
                throw new AssertionError("applying an expression failed", thrown);
            }
        }).run(SEEDS);
    }

    @Test
    void quantities() {
        List<byte[]> inputs = texts(
                "0", "1", "100m", "1.5Gi", "1e3", "12E", "-0.001n", "999999999999999999999Ki", "+1u", ".5", "5.",
                "1E-3", "1Ei", "0x1", "1_0", "9223372036854775807", "0.000000000000000000001");
        List<String> words = List.of(
                "e", "E", "i", "K", "k", "M", "m", "n", "u", "-", "+", ".", "0", "9", "000000000", "e999999999",
                "E-99", " ", "\u0661", "99999999999999999999999999");
        new Fuzzing("quantity", inputs, words, NO_ARGUMENT, (input, random) -> {
            String canonical = Quantity.canonical(new String(input, StandardCharsets.UTF_8));
            expectStable(canonical, Quantity::canonical);
        }).run(SEEDS);
    }

    @Test
    void times() {
        List<byte[]> inputs = texts(
                "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123456Z", "2026-12-31T23:59:59+01:00",
                "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "2024-02-29T00:00:00,5Z",
                "2026-01-02T3:04:05Z");
        List<String> words = List.of(
                "0", "9", "-", ":", "T", "Z", "+", ".", ",", "00", "60", " ", "t", "z", "\u0661", "-00:00");
        new Fuzzing("time", inputs, words, NO_ARGUMENT, (input, random) -> {
            String text = new String(input, StandardCharsets.UTF_8);
            expectStable(Times.canonical(text), Times::canonical);
        }).run(SEEDS);
        new Fuzzing("time with microseconds", inputs, words, NO_ARGUMENT, (input, random) -> {
            String text = new String(input, StandardCharsets.UTF_8);
            expectStable(Times.canonicalMicros(text), Times::canonicalMicros);
        }).run(SEEDS);
    }

    @Test
    void selectors() {
        List<byte[]> labels =
                texts("a=b", "a==b,c!=d", "a in (b,c)", "a notin (b, c ),!d", "a", "a.b/c=d", "a>1,b<2", "");
        List<String> words = List.of(
                "=", "==", "!=", "!", ",", "(", ")", " in ", " notin ", ">", "<", " ", "/", "a", "\\", "\n");
        new Fuzzing("label selector", labels, words, REFUSED, (input, random) -> {
            LabelSelector selector = LabelSelector.parse(new String(input, StandardCharsets.UTF_8));
            selector.matches(Map.of("a", "1", "b", ""));
        }).run(SEEDS);
        List<byte[]> fields = texts("metadata.name=a", "a==b,c!=d", "a=\\,\\=\\\\", "");
        new Fuzzing("field selector", fields, words, REFUSED, (input, random) ->
                FieldSelector.parse(new String(input, StandardCharsets.UTF_8)).toString()).run(SEEDS);
    }

    /** Any tree is refused with 400 or taken; and what was taken once is taken again, unchanged. */
    @Test
    void pruningOfAnything() {
        new Fuzzing("pruned object", samples(json -> json), JSON_WORDS,
                Set.of(ApiException.class, MalformedBodyException.class), (input, random) -> {
                    Kind kind = kinds.get(random.nextInt(kinds.size()));
                    Object value = random.nextInt(4) == 0
                            ? anything(random).tree() : JsonDecoder.decode(input, DecodeLimits.DEFAULT).value();
                    if (value instanceof Map<?, ?>) {
                        pruned(kind, Forms.written(value));
                    }
                }).run(SEEDS);
    }

    private static void pruned(Kind kind, Map<String, @Nullable Object> tree) {
        var object = new ApiObject(tree);
        try {
            kind.schema().prune(object);
        } catch (ApiException refused) {
            assertThat(refused.status().code()).isEqualTo(400);
            return;
        }
        ApiObject once = object.deepCopy();
        assertThat(kind.schema().prune(object)).isEmpty();
        Differences.assertSame(object.tree(), once.tree());
        kind.schema().applyDefaults(object);
        kind.schema().complete(object);
        JsonEncoder.encode(object.tree());
    }

    /** Returns an object whose fields have names that exist and values of any type. */
    private ApiObject anything(Random random) {
        Map<String, @Nullable Object> tree = kinds.get(random.nextInt(kinds.size())).sent(random).tree();
        shuffle(tree, random, 3);
        return new ApiObject(tree);
    }

    @SuppressWarnings("unchecked") // The keys of a tree are texts.
    private static void shuffle(Map<String, @Nullable Object> tree, Random random, int depth) {
        List<@Nullable Object> others = List.copyOf(tree.keySet());
        for (Map.Entry<String, @Nullable Object> field : tree.entrySet()) {
            switch (random.nextInt(8)) {
                case 0 -> field.setValue(ApiObject.copy(tree.get((String) others.get(random.nextInt(others.size())))));
                case 1 -> field.setValue(random.nextBoolean() ? null : (Object) 1.5);
                case 2 -> field.setValue(List.of(Texts.any(random)));
                default -> {
                    if (field.getValue() instanceof Map<?, ?> below && depth > 0) {
                        shuffle((Map<String, @Nullable Object>) below, random, depth - 1);
                    }
                }
            }
        }
    }

    /** What was read can be written and read again; the first time -0.0 becomes -0, and the second time 0. */
    private static void expectWritable(@Nullable Object value) {
        byte[] json = rewritten(rewritten(JsonEncoder.encode(value)));
        if (!Arrays.equals(json, rewritten(json))) {
            throw new AssertionError("written again it is not the same\n" + new String(json, StandardCharsets.UTF_8));
        }
    }

    private static byte[] rewritten(byte[] json) {
        return JsonEncoder.encode(JsonDecoder.decode(json, Forms.UNLIMITED).value());
    }

    private static void expectStable(String canonical, Function<String, String> form) {
        String again;
        try {
            again = form.apply(canonical);
        } catch (IllegalArgumentException refused) {
            throw new AssertionError("its own canonical form is refused\n" + canonical, refused);
        }
        if (!again.equals(canonical)) {
            throw new AssertionError("the canonical form of the canonical form is another\n" + canonical + " " + again);
        }
    }

    private List<byte[]> samples(Function<byte[], byte[]> form) {
        var samples = new ArrayList<byte[]>();
        for (int i = 0; samples.size() < SAMPLES; i++) {
            Kind kind = kinds.get(i % kinds.size());
            byte[] json = JsonEncoder.encode(kind.canonical(SEEDS.random(kind, i)).tree());
            if (json.length <= SAMPLE_LENGTH_MAX) {
                samples.add(form.apply(json));
            }
        }
        return samples;
    }

    private static List<byte[]> texts(String... texts) {
        return List.of(texts).stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }
}
