package mortise.itests.kinds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.ApiObject;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/** Makes trees of a type: every value is one that a client may send for its field, in any form that is read. */
final class RandomTrees {

    /** How many values a tree has at most, nearly. */
    private static final int VALUES_MAX = 600;
    private static final int DEPTH_MAX = 14;
    private static final List<String> QUANTITIES = List.of(
            "0", "1", "-1", "1.5", "100m", "1000m", "0.1", "1e3", "12E2", "1Ki", "1024Ki", "0.5Gi", "9Ei", "100E",
            "1n", "0.1n", "3u", "1k", "1M", "999999999999999999999", "-0", "+5", ".5", "5.", "1500m", "0Mi",
            "1.1Gi", "1e-3");
    private static final List<Long> NUMBERS = List.of(
            0L, 1L, -1L, 2L, 30L, 80L, 100L, 101L, 443L, 1000L, 30000L, 65535L, 65536L, 1L << 31, Long.MAX_VALUE,
            Long.MIN_VALUE, (long) Integer.MAX_VALUE, (long) Integer.MIN_VALUE);

    private final Random random;
    /** How likely an optional field is there, of a hundred. */
    private final int density;
    private int values;

    RandomTrees(Random random) {
        this.random = random;
        this.density = new int[] {8, 25, 45, 75}[random.nextInt(4)];
    }

    /** Returns an object of a type; a text in {@code apiVersion} or {@code kind} means nothing. */
    Map<String, @Nullable Object> object(StructType type) {
        return struct(type, 0);
    }

    private Map<String, @Nullable Object> struct(StructType type, int depth) {
        var struct = new LinkedHashMap<String, @Nullable Object>();
        for (Field field : type.fields()) {
            // The parts of an object are nearly always there, or most objects would be nearly empty.
            boolean there = depth == 0 ? random.nextInt(10) > 0
                    : values < VALUES_MAX && depth < DEPTH_MAX && random.nextInt(100) < chance(field, depth);
            if (there) {
                struct.put(field.name(), random.nextInt(60) == 0 ? null : value(field, depth + 1));
            }
        }
        return struct;
    }

    private int chance(Field field, int depth) {
        int usual = field.required() ? Math.max(density, 85) : density;
        return depth < 6 ? usual : Math.min(usual, 30);
    }

    private @Nullable Object value(Field field, int depth) {
        if (!field.values().isEmpty() && field.type().kind() == ValueType.Kind.STRING && random.nextInt(8) > 0) {
            return field.values().get(random.nextInt(field.values().size()));
        }
        return value(field.type(), depth);
    }

    private @Nullable Object value(ValueType type, int depth) {
        values++;
        return switch (type.kind()) {
            case STRING -> Texts.any(random);
            case BOOLEAN -> random.nextBoolean();
            case INT32 -> number() % (1L << 31);
            case INT64 -> number();
            case DOUBLE -> fraction();
            case BYTES -> Texts.base64(random);
            case TIME -> Texts.time(random, false);
            case MICRO_TIME -> Texts.time(random, true);
            case QUANTITY -> quantity();
            case INT_OR_STRING -> random.nextBoolean() ? (Object) (number() % (1L << 31)) : Texts.any(random);
            case JSON -> json(depth, random.nextInt(9));
            case OBJECT -> json(depth, 8);
            case FIELDS -> fields(depth);
            case STRUCT -> struct(of(type.struct()), depth);
            case LIST -> list(of(type.element()), depth);
            case STRINGS -> list(ValueType.STRING, depth);
            case MAP -> map(of(type.element()), depth);
            case STRUCT_OR_BOOLEAN -> random.nextBoolean() ? random.nextBoolean() : struct(structOf(type), depth);
            case STRUCT_OR_LIST -> structOr(list(ValueType.of(structOf(type)), depth), type, depth);
            case STRUCT_OR_STRINGS -> structOr(list(ValueType.STRING, depth), type, depth);
        };
    }

    /** An empty list in place of a struct means nothing, and Protobuf has no way to say it. */
    private Object structOr(List<@Nullable Object> list, ValueType type, int depth) {
        return list.isEmpty() || random.nextBoolean() ? struct(structOf(type), depth) : list;
    }

    private static StructType structOf(ValueType alternative) {
        return of(of(alternative.element()).struct());
    }

    private static <T> T of(@Nullable T part) {
        if (part == null) {
            throw new AssertionError("a type lacks its part");
        }
        return part;
    }

    private long number() {
        return random.nextInt(3) == 0 ? NUMBERS.get(random.nextInt(NUMBERS.size())) : random.nextInt(70_000);
    }

    private double fraction() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(100);
            case 1 -> random.nextGaussian() * 1e30;
            case 2 -> 0.1 * random.nextInt(100);
            default -> random.nextDouble() * 1e-9;
        };
    }

    private Object quantity() {
        return switch (random.nextInt(6)) {
            case 0 -> (Object) (long) random.nextInt(10_000);
            case 1 -> random.nextInt(1000) / 8.0;
            default -> QUANTITIES.get(random.nextInt(QUANTITIES.size()));
        };
    }

    private List<@Nullable Object> list(ValueType element, int depth) {
        int size = depth > DEPTH_MAX ? 0 : random.nextInt(4);
        var list = new ArrayList<@Nullable Object>(size);
        for (int i = 0; i < size; i++) {
            // Two that are the same are what many rules look for.
            boolean repeats = !list.isEmpty() && random.nextInt(8) == 0;
            list.add(repeats ? ApiObject.copy(list.get(0))
                    : random.nextInt(60) == 0 ? null : value(element, depth + 1));
        }
        return list;
    }

    private Map<String, @Nullable Object> map(ValueType element, int depth) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        for (int left = random.nextInt(4); left > 0; left--) {
            map.put(Texts.key(random), random.nextInt(60) == 0 ? null : value(element, depth + 1));
        }
        return map;
    }

    private @Nullable Object json(int depth, int kind) {
        return switch (depth > DEPTH_MAX ? Math.min(kind, 5) : kind) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> number();
            case 3 -> fraction();
            case 4, 5 -> Texts.any(random);
            case 6 -> list(ValueType.JSON, depth);
            default -> map(ValueType.JSON, depth);
        };
    }

    private Map<String, @Nullable Object> fields(int depth) {
        var set = new LinkedHashMap<String, @Nullable Object>();
        for (int left = depth > DEPTH_MAX ? 0 : random.nextInt(3); left > 0; left--) {
            set.put("f:" + Texts.name(random), fields(depth + 1));
        }
        return set;
    }
}
