package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import mortise.spi.group.Field;
import mortise.spi.group.Field.ListKind;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * What ownership asks of a type: where values fall apart into fields that can have several owners. Types may contain
 * themselves, so members are found out when somebody first asks. Looks immutable; any thread.
 */
final class Shape {

    /** How values fall apart. */
    enum Sort {
        /** Not at all. */
        SCALAR,
        /** Into declared fields. */
        STRUCT,
        /** Into members with any names. */
        MAP,
        /** Not at all, though it has items. */
        LIST,
        /** Into texts or numbers. */
        SET,
        /** Into objects that are told apart by key fields. */
        KEYED,
        /** As the value is: objects into members, lists not at all. */
        FREE
    }

    /**
     * A field.
     *
     * @param always whether it is there even when nobody has set it
     * @param zero what it is then; not to be changed
     * @param usual what it is in an item that it is the key of, when nobody has set it; {@code null} for nothing
     */
    record Member(
            String name, PathElement element, Shape shape, boolean always, @Nullable Object zero,
            @Nullable Object usual) {
    }

    private record Members(Map<String, Member> byName, Map<String, Member> byText, List<Member> always) {
    }

    /** Shape of what no type says anything about. */
    static final Shape FREE = new Shape(Sort.FREE, ValueType.Kind.JSON, false);
    /** Shape of what has one owner and is anything. */
    static final Shape ANYTHING = new Shape(Sort.SCALAR, ValueType.Kind.OBJECT, true);

    private static final Members NONE = new Members(Map.of(), Map.of(), List.of());
    private static final String[] NO_KEYS = {};

    private final Sort sort;
    private final ValueType.Kind kind;
    private final boolean leaf;
    private Supplier<Members> source = () -> NONE;
    private volatile @Nullable Members members;
    private @Nullable Shape element;
    private String[] keys = NO_KEYS;
    /** Steps to items that were seen before, so that their texts are made and read once. */
    private final Map<Object, PathElement> steps = new ConcurrentHashMap<>(0);

    private Shape(Sort sort, ValueType.Kind kind, boolean leaf) {
        this.sort = sort;
        this.kind = kind;
        this.leaf = leaf;
    }

    /** Returns the shape of objects, given their fields if there is a type. */
    static Shape of(Optional<StructType> type) {
        return type.isEmpty() ? FREE : new Structs().of(type.get(), false);
    }

    /** The shapes of structs by type, so that each is made once. */
    private static final class Structs {

        private final Map<StructType, Shape> whole = new ConcurrentHashMap<>();
        private final Map<StructType, Shape> parted = new ConcurrentHashMap<>();

        Shape of(StructType type, boolean atomic) {
            Map<StructType, Shape> known = atomic ? whole : parted;
            Shape shape = known.get(type);
            if (shape == null) {
                shape = new Shape(Sort.STRUCT, ValueType.Kind.STRUCT, atomic);
                shape.source = () -> Structs.this.members(type);
                Shape earlier = known.putIfAbsent(type, shape);
                shape = earlier == null ? shape : earlier;
            }
            return shape;
        }

        private Members members(StructType type) {
            var byName = new HashMap<String, Member>();
            var byText = new HashMap<String, Member>();
            var always = new ArrayList<Member>();
            for (Field field : type.fields()) {
                var element = PathElement.field(field.name());
                boolean there = field.presence() == Presence.ALWAYS || field.presence() == Presence.ALWAYS_OR_NULL;
                Object zero = field.presence() == Presence.ALWAYS ? zero(field.type().kind()) : null;
                Object usual = field.defaultValue() == null ? zero : field.defaultValue();
                var member = new Member(field.name(), element, shape(field), there, zero, usual);
                byName.put(field.name(), member);
                byText.put(element.text(), member);
                if (there) {
                    always.add(member);
                }
            }
            return new Members(byName, byText, List.copyOf(always));
        }

        private Shape shape(Field field) {
            ValueType type = field.type();
            Field.Merge merge = field.merge();
            return switch (type.kind()) {
                case STRUCT -> of(type.struct(), merge.atomic());
                case MAP -> holder(Sort.MAP, type, merge.atomic());
                case LIST, STRINGS -> list(type, merge);
                default -> element(type);
            };
        }

        /** Returns the shape of what stands in a list or map. */
        private Shape element(@Nullable ValueType type) {
            if (type == null) {
                return FREE;
            }
            return switch (type.kind()) {
                case STRUCT -> of(type.struct(), type.struct().atomic());
                case MAP -> holder(Sort.MAP, type, false);
                case LIST, STRINGS -> holder(Sort.LIST, type, true);
                // Alternatives are published without a type, so what they are depends on the value.
                case JSON, STRUCT_OR_BOOLEAN, STRUCT_OR_LIST, STRUCT_OR_STRINGS -> FREE;
                case OBJECT, FIELDS -> ANYTHING;
                default -> new Shape(Sort.SCALAR, type.kind(), true);
            };
        }

        private Shape holder(Sort sort, ValueType type, boolean leaf) {
            var shape = new Shape(sort, type.kind(), leaf);
            shape.element = element(type.element());
            return shape;
        }

        private Shape list(ValueType type, Field.Merge merge) {
            if (merge.list() == ListKind.MAP && !merge.keys().isEmpty()) {
                Shape shape = holder(Sort.KEYED, type, false);
                shape.keys = merge.keys().stream().sorted().toArray(String[]::new);
                return shape;
            }
            return merge.list() == ListKind.ATOMIC ? holder(Sort.LIST, type, true) : holder(Sort.SET, type, false);
        }
    }

    private static @Nullable Object zero(ValueType.Kind kind) {
        return switch (kind) {
            case STRING, BYTES -> "";
            case BOOLEAN -> Boolean.FALSE;
            case INT32, INT64, DOUBLE, INT_OR_STRING -> 0L;
            case QUANTITY -> "0";
            case STRUCT -> Map.of();
            default -> null;
        };
    }

    Sort sort() {
        return sort;
    }

    /** Returns what values are in JSON. */
    ValueType.Kind kind() {
        return kind;
    }

    /** Says whether values have one owner as a whole. */
    boolean leaf() {
        return leaf;
    }

    /** Returns the shape of the elements of a list or map. */
    Shape element() {
        Shape known = element;
        return known == null ? FREE : known;
    }

    /** Returns the names of key fields in order. */
    String[] keys() {
        return keys;
    }

    /** Returns a declared field, or {@code null}. */
    @Nullable Member member(String name) {
        return members().byName().get(name);
    }

    /** Returns a declared field by the text that sets of fields name it by, or {@code null}. */
    @Nullable Member memberByText(String text) {
        return members().byText().get(text);
    }

    /** Returns the fields that are there even when nobody has set them. */
    List<Member> always() {
        return members().always();
    }

    boolean declares(PathElement step) {
        return sort == Sort.STRUCT && step.isField() && member(step.name()) != null;
    }

    /** Returns the shape of what is behind a step. */
    Shape below(PathElement step) {
        if (sort == Sort.STRUCT) {
            Member member = step.isField() ? member(step.name()) : null;
            return member == null ? FREE : member.shape();
        }
        return sort == Sort.MAP && step.isField() || !step.isField() && (sort == Sort.KEYED || sort == Sort.SET)
                ? element() : FREE;
    }

    /** Returns the one instance of a step to an item of such a list, if there are not too many. */
    PathElement same(PathElement step) {
        PathElement known = steps.get(step);
        if (known != null) {
            return known;
        }
        if (steps.size() < OwnershipLimits.STEPS_MAX && step.text().length() <= OwnershipLimits.STEP_CHARS_MAX) {
            steps.put(step, step);
            steps.put(step.text(), step);
        }
        return step;
    }

    /**
     * Reads a step from here.
     *
     * @return {@code null} when it is of a kind that is not known
     * @throws JsonText.Malformed when it has no known form
     */
    @Nullable PathElement step(String text) {
        if (sort != Sort.KEYED && sort != Sort.SET) {
            return PathElement.parse(text);
        }
        PathElement known = steps.get(text);
        if (known != null) {
            return known;
        }
        PathElement step = PathElement.parse(text);
        return step == null || step.isField() ? step : same(step);
    }

    private Members members() {
        Members known = members;
        if (known == null) {
            known = source.get();
            members = known;
        }
        return known;
    }
}
