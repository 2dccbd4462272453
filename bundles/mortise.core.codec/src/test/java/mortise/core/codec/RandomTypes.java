package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import mortise.spi.group.ValueType.Kind;

/** Random structs, and random values of them in the form in which they come back from protobuf. */
final class RandomTypes {

    private final Random random;
    private final RandomTrees trees;

    RandomTypes(long seed) {
        random = new Random(seed);
        trees = new RandomTrees(seed);
    }

    StructType struct(int depth) {
        var fields = new ArrayList<Field>();
        int count = 1 + random.nextInt(8);
        for (int i = 1; i <= count; i++) {
            String name = "f" + i;
            ValueType type = type(depth);
            switch (random.nextInt(6)) {
                // Messages 100 and 101 in 100 are flat in JSON.
                case 0 -> fields.add(field(name, type, List.of(100, i)));
                case 1 -> fields.add(field(name, type, List.of(100, 101, i)));
                default -> fields.add(field(name, type, List.of(random.nextInt(3) == 0 ? 15 + i : i)));
            }
        }
        return StructType.of("T" + random.nextInt(1000), fields);
    }

    private static Field field(String name, ValueType type, List<Integer> wire) {
        return new Field(name, type, wire, Field.Presence.IF_SET, false, null, List.of(), Field.Merge.USUAL);
    }

    private ValueType type(int depth) {
        return switch (random.nextInt(depth > 0 ? 5 : 3)) {
            case 0 -> ValueType.listOf(element(depth));
            case 1 -> ValueType.mapOf(element(depth));
            default -> element(depth);
        };
    }

    private ValueType element(int depth) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        return switch (kind) {
            case LIST, MAP -> ValueType.STRING;
            case STRINGS -> ValueType.STRINGS;
            case STRUCT -> depth > 0 ? ValueType.of(struct(depth - 1)) : ValueType.INT32;
            case STRUCT_OR_BOOLEAN, STRUCT_OR_LIST, STRUCT_OR_STRINGS ->
                    depth > 0 ? ValueType.alternative(kind, struct(depth - 1)) : ValueType.BYTES;
            default -> new ValueType(kind, null, null);
        };
    }

    Map<String, Object> object(StructType type) {
        var object = new LinkedHashMap<String, Object>();
        var fields = new ArrayList<>(type.fields());
        Collections.shuffle(fields, random);
        for (Field field : fields) {
            if (random.nextInt(4) > 0) {
                Object value = value(field.type());
                boolean empty = value instanceof List<?> list && list.isEmpty() && field.type().kind() == Kind.LIST
                        || value instanceof Map<?, ?> map && map.isEmpty() && field.type().kind() == Kind.MAP;
                if (!empty) {
                    object.put(field.name(), value);
                }
            }
        }
        return object;
    }

    private Object value(ValueType type) {
        return switch (type.kind()) {
            case STRING, QUANTITY -> trees.text();
            case BOOLEAN -> random.nextBoolean();
            case INT32 -> (long) (random.nextInt() >> random.nextInt(32));
            case INT64 -> random.nextLong() >> random.nextInt(64);
            case DOUBLE -> random.nextInt(2_000_000) / 7.0 - 1e5 + 0.1;
            case BYTES -> Base64.getEncoder().encodeToString(trees.text().getBytes(
                    StandardCharsets.UTF_8));
            case TIME -> ProtobufTimes.text(seconds());
            case MICRO_TIME -> ProtobufTimes.microText(seconds(), random.nextInt(1_000_000) * 1000);
            case INT_OR_STRING -> random.nextBoolean() ? (Object) trees.text() : (Object) (long) random.nextInt();
            case JSON -> random.nextInt(5) == 0 ? (Object) trees.text() : (Object) trees.list(2);
            case OBJECT, FIELDS -> trees.struct(2);
            case STRUCT -> object(type.struct());
            case LIST -> list(type.element());
            case STRINGS -> list(ValueType.STRING);
            case MAP -> map(type.element());
            case STRUCT_OR_BOOLEAN -> random.nextBoolean() ? (Object) random.nextBoolean() : object(type.element());
            case STRUCT_OR_LIST -> random.nextBoolean() ? some(type.element()) : object(type.element());
            case STRUCT_OR_STRINGS -> random.nextBoolean() ? some(ValueType.STRING) : object(type.element());
        };
    }

    private Map<String, Object> object(ValueType struct) {
        return object(struct.struct());
    }

    private long seconds() {
        return random.nextInt(20) == 0 ? 0 : random.nextLong(-62_000_000_000L, 253_000_000_000L);
    }

    private List<Object> list(ValueType element) {
        var list = new ArrayList<Object>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(value(element));
        }
        return list;
    }

    private List<Object> some(ValueType element) {
        List<Object> list = list(element);
        list.add(value(element));
        return list;
    }

    private Map<String, Object> map(ValueType element) {
        var map = random.nextBoolean() ? new LinkedHashMap<String, Object>() : new TreeMap<String, Object>();
        for (int i = random.nextInt(12); i > 0; i--) {
            map.put(trees.text(), value(element));
        }
        return map;
    }
}
