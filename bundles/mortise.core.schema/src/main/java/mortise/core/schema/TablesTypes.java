package mortise.core.schema;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import mortise.spi.group.Field;
import mortise.spi.group.Field.ListKind;
import mortise.spi.group.Field.Merge;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/** The definitions of one group. Each is decoded when its fields are first asked for. Immutable; any thread. */
final class TablesTypes {

    private static final int HAS_KEYS = 1;
    private static final int ATOMIC = 2;
    private static final int HAS_PATCH = 4;
    private static final int HAS_VALUES = 8;
    private static final int REQUIRED = 16;
    private static final int HAS_DEFAULT = 32;
    private static final Kind[] KINDS = Kind.values();
    private static final Presence[] PRESENCES = Presence.values();
    private static final ListKind[] LISTS = ListKind.values();
    private static final Map<Kind, ValueType> SCALARS = scalars();

    private final byte[] bytes;
    private final TablesTexts descriptions;
    private final List<String> pool;
    private final Map<String, StructType> types = new LinkedHashMap<>();
    private int columnReference;

    /** Finds the definitions that stand at a place in the bytes. */
    TablesTypes(byte[] bytes, int position, TablesTexts descriptions) {
        this.bytes = bytes;
        this.descriptions = descriptions;
        var in = new TablesInput(bytes, position);
        pool = in.texts();
        int size = in.number();
        var starts = new LinkedHashMap<String, Integer>(size * 2);
        for (int i = 0; i < size; i++) {
            starts.put(in.text(), in.number());
        }
        starts.forEach((name, start) -> add(name, in.position() + start));
    }

    /** Returns a definition by its short name, or {@code null}. */
    @Nullable StructType find(String name) {
        return types.get(name);
    }

    /** Returns the short names of all definitions. */
    Set<String> names() {
        return types.keySet();
    }

    /** Returns how many of the descriptions are those of definitions and their fields; those of columns follow. */
    int descriptionCount() {
        return columnReference;
    }

    private void add(String name, int start) {
        var in = new TablesInput(bytes, start);
        boolean atomic = in.flag();
        int fields = start + 1;
        int firstText = columnReference;
        columnReference += 1 + in.number();
        types.put(name, new StructType(fullName(name), atomic, () -> decode(fields), texts(name, firstText)));
    }

    private UnaryOperator<String> texts(String name, int first) {
        return field -> {
            if (field.isEmpty()) {
                return descriptions.text(first);
            }
            StructType type = types.get(name);
            Field member = type == null ? null : type.field(field);
            return type == null || member == null ? "" : descriptions.text(first + 1 + type.fields().indexOf(member));
        };
    }

    /** Returns the name in OpenAPI documents. */
    static String fullName(String name) {
        return switch (name.substring(0, name.indexOf('.'))) {
            case "meta" -> "io.k8s.apimachinery.pkg.apis." + name;
            case "apiextensions" -> "io.k8s.apiextensions-apiserver.pkg.apis." + name;
            case "apiregistration" -> "io.k8s.kube-aggregator.pkg.apis." + name;
            default -> "io.k8s.api." + name;
        };
    }

    private List<Field> decode(int start) {
        return new TablesInput(bytes, start).list(this::field);
    }

    private Field field(TablesInput in) {
        String name = pooled(in);
        ValueType type = type(in);
        List<Integer> wire = in.list(TablesInput::number);
        int shape = in.number();
        int flags = in.number();
        List<String> keys = (flags & HAS_KEYS) == 0 ? List.of() : in.list(this::pooled);
        Set<String> strategies = (flags & HAS_PATCH) == 0 ? Set.of() : Set.copyOf(in.list(this::pooled));
        String mergeKey = (flags & HAS_PATCH) == 0 ? "" : pooled(in);
        List<String> values = (flags & HAS_VALUES) == 0 ? List.of() : in.list(this::pooled);
        Object defaultValue = (flags & HAS_DEFAULT) == 0 ? null : value(in);
        ListKind list = LISTS[shape / PRESENCES.length];
        boolean usual = list == ListKind.ATOMIC && (flags & (HAS_KEYS | ATOMIC | HAS_PATCH)) == 0;
        Merge merge = usual
                ? Merge.USUAL : new Merge(list, keys, (flags & ATOMIC) != 0, strategies, mergeKey);
        return new Field(name, type, wire, PRESENCES[shape % PRESENCES.length], (flags & REQUIRED) != 0,
                defaultValue, values, merge);
    }

    private ValueType type(TablesInput in) {
        Kind kind = KINDS[in.number()];
        return switch (kind) {
            case STRUCT -> ValueType.of(struct(in));
            case LIST -> ValueType.listOf(type(in));
            case MAP -> ValueType.mapOf(type(in));
            case STRUCT_OR_BOOLEAN, STRUCT_OR_LIST, STRUCT_OR_STRINGS -> ValueType.alternative(kind, struct(in));
            default -> SCALARS.get(kind);
        };
    }

    private StructType struct(TablesInput in) {
        String name = pooled(in);
        StructType type = types.get(name);
        if (type == null) {
            throw new IllegalStateException("The table has no " + name);
        }
        return type;
    }

    private Object value(TablesInput in) {
        int letter = in.number();
        return switch (letter) {
            case 's' -> pooled(in);
            case 'n' -> (long) in.number();
            case 'l' -> new ArrayList<>(in.list(this::pooled));
            case 't' -> true;
            case 'f' -> false;
            case 'm' -> new LinkedHashMap<String, Object>();
            default -> throw new IllegalStateException("The table has a default of an unknown sort " + letter);
        };
    }

    private String pooled(TablesInput in) {
        return pool.get(in.number());
    }

    private static Map<Kind, ValueType> scalars() {
        var scalars = new EnumMap<Kind, ValueType>(Kind.class);
        List.of(ValueType.STRING, ValueType.BOOLEAN, ValueType.INT32, ValueType.INT64, ValueType.DOUBLE,
                        ValueType.BYTES, ValueType.TIME, ValueType.MICRO_TIME, ValueType.QUANTITY,
                        ValueType.INT_OR_STRING, ValueType.JSON, ValueType.OBJECT, ValueType.FIELDS,
                        ValueType.STRINGS)
                .forEach(type -> scalars.put(type.kind(), type));
        return scalars;
    }
}
