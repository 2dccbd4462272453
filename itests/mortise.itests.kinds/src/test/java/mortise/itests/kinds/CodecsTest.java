package mortise.itests.kinds;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.codec.CborDecoder;
import mortise.core.codec.CborEncoder;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonEncoder;
import mortise.core.codec.ProtobufDecoder;
import mortise.core.codec.ProtobufEncoder;
import mortise.core.codec.YamlDecoder;
import mortise.core.codec.YamlEncoder;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An object is the same in every form in which it travels. */
class CodecsTest {

    private static final Seeds SEEDS = Seeds.of(CodecsTest.class);
    private static final String PROTOBUF = "Protobuf";
    private static final int OBJECTS = Integer.getInteger("mortise.kinds.objects", 60);

    /** Goes from JSON to another form and back to a tree. */
    private interface Way {
        @Nullable Object and(byte[] json);
    }

    @ParameterizedTest
    @MethodSource("mortise.itests.kinds.Groups#kinds")
    void anObjectIsTheSameInCbor(Kind kind) {
        sameBehind(kind, "CBOR", json -> CborDecoder.decode(CborEncoder.encode(json), DecodeLimits.DEFAULT).value());
    }

    @ParameterizedTest
    @MethodSource("mortise.itests.kinds.Groups#kinds")
    void anObjectIsTheSameInYaml(Kind kind) {
        sameBehind(kind, "YAML", json -> YamlDecoder.decode(YamlEncoder.encode(json), DecodeLimits.DEFAULT).value());
    }

    @ParameterizedTest
    @MethodSource("mortise.itests.kinds.Groups#kinds")
    void anObjectIsTheSameInJson(Kind kind) {
        sameBehind(kind, "indented JSON", json -> Forms.tree(JsonEncoder.pretty(json)));
    }

    /** Protobuf has no {@code null}, which completing puts back; the kind stands in its envelope. */
    @ParameterizedTest
    @MethodSource("mortise.itests.kinds.Groups#kinds")
    void anObjectIsTheSameInProtobuf(Kind kind) {
        sameBehind(kind, PROTOBUF, json -> {
            byte[] message = ProtobufEncoder.encode(json, kind.type());
            Map<String, @Nullable Object> tree =
                    ProtobufDecoder.decode(message, 0, message.length, kind.type(), DecodeLimits.DEFAULT);
            var object = new ApiObject(tree);
            object.setKind(kind.name());
            kind.schema().complete(object);
            return tree;
        });
    }

    private static void sameBehind(Kind kind, String form, Way way) {
        var failures = new Failures();
        for (int i = 0; i < OBJECTS; i++) {
            ApiObject object = kind.canonical(SEEDS.random(kind, i));
            if (form.equals(PROTOBUF)) {
                dropUnsaid(object.tree(), kind.type());
                object.setKind(kind.name());
            }
            byte[] json = JsonEncoder.encode(object.tree());
            Map<String, @Nullable Object> expected = Forms.tree(json);
            failures.watch(kind + " in " + form, () -> Forms.show(expected), () -> {
                assertThat(Forms.show(expected)).as("JSON, read and written").isEqualTo(Forms.show(Forms.tree(json)));
                Map<String, @Nullable Object> decoded = Forms.written(way.and(json));
                Differences.assertSame(decoded, expected);
                assertPrunedAlready(kind, decoded, expected);
            });
        }
        failures.assertNone(SEEDS);
    }

    /**
     * Removes what has no protobuf form: the kinds of objects inside others, such as those of claim templates, and
     * lists and maps that are there but empty.
     */
    @SuppressWarnings("unchecked") // The keys of a tree are texts.
    private static void dropUnsaid(@Nullable Object value, StructType type) {
        if (value instanceof Map<?, ?>) {
            var struct = (Map<String, @Nullable Object>) value;
            type.fields().stream().filter(field -> field.wire().isEmpty() || isEmpty(struct.get(field.name()), field))
                    .forEach(field -> struct.remove(field.name()));
            for (Field field : type.fields()) {
                dropUnsaid(struct.get(field.name()), field.type());
            }
        }
    }

    private static boolean isEmpty(@Nullable Object value, Field field) {
        return value instanceof List<?> list && list.isEmpty()
                || field.type().kind() == ValueType.Kind.MAP && value instanceof Map<?, ?> map && map.isEmpty();
    }

    private static void dropUnsaid(@Nullable Object value, ValueType type) {
        if (value instanceof List<?> list && type.element() != null) {
            list.forEach(item -> dropUnsaid(item, type.element()));
        } else if (value instanceof Map<?, ?> map && type.kind() == ValueType.Kind.MAP && type.element() != null) {
            map.values().forEach(item -> dropUnsaid(item, type.element()));
        } else if (type.struct() != null) {
            dropUnsaid(value, type.struct());
        } else if (type.element() != null && type.element().struct() != null) {
            dropUnsaid(value, type.element().struct());
        }
    }

    private static void assertPrunedAlready(
            Kind kind, Map<String, @Nullable Object> decoded, Map<String, @Nullable Object> expected) {
        var object = new ApiObject(decoded).deepCopy();
        assertThat(kind.schema().prune(object)).as("unknown fields").isEmpty();
        kind.schema().complete(object);
        Differences.assertSame(Forms.written(object.tree()), expected);
    }
}
