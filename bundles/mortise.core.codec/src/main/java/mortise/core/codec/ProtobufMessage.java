package mortise.core.codec;

import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/**
 * How the fields of a struct lie in a protobuf message: by JSON name for writing, by number for reading. Messages that
 * are flat in JSON are tables of their own. Made once for each type, while memory allows. Immutable, any thread.
 */
final class ProtobufMessage {

    /** Field numbers of the built-in kinds are small; a larger one is a mistake in a table. */
    private static final int NUMBER_MAX = 10_000;
    private static final int[] FLAT = {};

    // Softly held values, because they lead back to their keys.
    private static final Map<StructType, SoftReference<ProtobufMessage>> KNOWN = new WeakHashMap<>();

    private final Map<String, Slot> byName;
    private final Table table;

    /**
     * A field.
     *
     * @param prefix numbers of the messages it lies in that are flat in JSON, outermost first
     */
    record Slot(String name, int[] prefix, int number, Form form) {
    }

    /** A type of values, with the message of a struct at hand. */
    static final class Form {

        final Kind kind;
        private final @Nullable Form element;
        private final @Nullable StructType struct;
        private volatile @Nullable ProtobufMessage message;

        Form(ValueType type) {
            kind = type.kind();
            element = type.element() == null ? null : new Form(type.element());
            struct = type.struct();
        }

        /** Returns what a list, map or alternative holds. */
        Form element() {
            return Objects.requireNonNull(element, "every list, map and alternative has an element");
        }

        /** Returns the message of a struct. */
        ProtobufMessage message() {
            ProtobufMessage known = message;
            if (known == null) {
                known = of(Objects.requireNonNull(struct, "every struct has its fields"));
                message = known;
            }
            return known;
        }

        /** Says whether values are varints, fixed or delimited on the wire. */
        int wireType() {
            return switch (kind) {
                case BOOLEAN, INT32, INT64 -> ProtobufOutput.VARINT;
                case DOUBLE -> ProtobufOutput.FIXED64;
                default -> ProtobufOutput.DELIMITED;
            };
        }
    }

    /** What the numbers of one message mean. Filled while it is made, then unchanged. */
    static final class Table {

        private @Nullable Slot[] slots = new @Nullable Slot[0];
        private @Nullable Table[] inlined = new @Nullable Table[0];

        /** Returns the field with a number, or {@code null}. */
        @Nullable Slot slot(int number) {
            return number < slots.length ? slots[number] : null;
        }

        /** Returns the fields of the message with a number that is flat in JSON, or {@code null}. */
        @Nullable Table inlined(int number) {
            return number < inlined.length ? inlined[number] : null;
        }

        private void add(Slot slot, int level) {
            if (level == slot.prefix().length) {
                slots = roomFor(slots, slot.number());
                slots[slot.number()] = slot;
                return;
            }
            int number = slot.prefix()[level];
            inlined = roomFor(inlined, number);
            Table table = inlined[number];
            if (table == null) {
                table = new Table();
                inlined[number] = table;
            }
            table.add(slot, level + 1);
        }

        private static <T> @Nullable T[] roomFor(@Nullable T[] array, int number) {
            if (number < 1 || number > NUMBER_MAX) {
                throw new IllegalArgumentException("no field number of a message: " + number);
            }
            return number < array.length ? array : Arrays.copyOf(array, number + 1);
        }
    }

    private ProtobufMessage(StructType type) {
        byName = new HashMap<>(type.fields().size() * 2);
        table = new Table();
        for (Field field : type.fields()) {
            if (!field.wire().isEmpty()) {
                Slot slot = slot(field);
                byName.put(field.name(), slot);
                table.add(slot, 0);
            }
        }
    }

    private static Slot slot(Field field) {
        List<Integer> wire = field.wire();
        int last = wire.size() - 1;
        int[] prefix = last == 0 ? FLAT : wire.subList(0, last).stream().mapToInt(Integer::intValue).toArray();
        return new Slot(field.name(), prefix, wire.get(last), new Form(field.type()));
    }

    /** Returns the message of a struct. */
    static ProtobufMessage of(StructType type) {
        synchronized (KNOWN) {
            SoftReference<ProtobufMessage> reference = KNOWN.get(type);
            ProtobufMessage known = reference == null ? null : reference.get();
            if (known != null) {
                return known;
            }
        }
        // The fields of a type may be read from a file, which is nobody else's to wait for.
        var made = new ProtobufMessage(type);
        synchronized (KNOWN) {
            KNOWN.put(type, new SoftReference<>(made));
        }
        return made;
    }

    /** Returns the field with a JSON name, or {@code null}. */
    @Nullable Slot slot(String name) {
        return byName.get(name);
    }

    /** Returns the fields by number. */
    Table table() {
        return table;
    }
}
