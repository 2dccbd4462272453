package mortise.core.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import mortise.core.codec.ProtobufMessage.Form;
import mortise.core.codec.ProtobufMessage.Slot;
import mortise.core.codec.ProtobufMessage.Table;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Decodes protobuf messages to the trees of their JSON form.
 *
 * <p>Fields that are not on the wire are not in the tree, and those that are there are, zero or not. Field numbers that
 * the type does not have are passed over. Repeated fields, maps and structs that come in several pieces are put
 * together; of other fields the last one counts. Safe for use by many threads; never blocks.
 */
public final class ProtobufDecoder {

    /** How many values a message may have: each takes far more memory than its two bytes or more on the wire. */
    static final int VALUES_MAX = 1_000_000;

    private final ProtobufInput input;
    private final DecodeLimits limits;
    private int values;

    private ProtobufDecoder(ProtobufInput input, DecodeLimits limits) {
        this.input = input;
        this.limits = limits;
    }

    /**
     * Decodes the message that lies between two offsets of an array.
     *
     * @return a mutable tree, owned by the caller
     * @throws MalformedBodyException when the bytes are no message of that type, or exceed a limit
     */
    public static Map<String, @Nullable Object> decode(
            byte[] bytes, int from, int to, StructType type, DecodeLimits limits) {
        Objects.checkFromToIndex(from, to, bytes.length);
        if (to - from > limits.bytesMax()) {
            throw new MalformedBodyException("Request entity too large: limit is " + limits.bytesMax());
        }
        var tree = new LinkedHashMap<String, @Nullable Object>();
        new ProtobufDecoder(new ProtobufInput(bytes, from), limits)
                .message(ProtobufMessage.of(type).table(), to, tree, 1);
        return tree;
    }

    private void message(Table table, int end, Map<String, @Nullable Object> tree, int depth) {
        checkDepth(depth);
        while (input.position() < end) {
            int tag = input.tag(end);
            int number = tag >>> 3;
            int wireType = tag & 7;
            Slot slot = table.slot(number);
            Table inlined = table.inlined(number);
            if (slot != null) {
                field(slot, wireType, end, tree, depth);
            } else if (inlined != null) {
                require(wireType == ProtobufOutput.DELIMITED, wireType, "message " + number);
                message(inlined, input.delimitedEnd(end), tree, depth + 1);
            } else {
                input.skip(wireType, end);
            }
        }
    }

    private void field(Slot slot, int wireType, int end, Map<String, @Nullable Object> tree, int depth) {
        Form form = slot.form();
        if (form.kind == Kind.LIST) {
            items(slot, wireType, end, list(tree, slot.name()), depth + 1);
        } else if (form.kind == Kind.MAP) {
            require(wireType == ProtobufOutput.DELIMITED, wireType, slot.name());
            entry(form.element(), slot.name(), input.delimitedEnd(end), map(tree.get(slot.name()), tree, slot.name()),
                    depth + 1);
        } else {
            require(wireType == form.wireType(), wireType, slot.name());
            tree.put(slot.name(), value(form, slot.name(), end, depth, tree.get(slot.name())));
        }
    }

    private static List<@Nullable Object> list(Map<String, @Nullable Object> tree, String name) {
        @SuppressWarnings("unchecked") // A field of this kind holds nothing else.
        var known = (List<@Nullable Object>) tree.get(name);
        if (known != null) {
            return known;
        }
        var list = new ArrayList<@Nullable Object>(4);
        tree.put(name, list);
        return list;
    }

    @SuppressWarnings("unchecked") // A field of this kind holds nothing else.
    private static Map<String, @Nullable Object> map(
            @Nullable Object known, Map<String, @Nullable Object> tree, String name) {
        if (known != null) {
            return (Map<String, @Nullable Object>) known;
        }
        var map = new LinkedHashMap<String, @Nullable Object>(8);
        tree.put(name, map);
        return map;
    }

    /** Reads an item, or all items of numbers that are packed together. */
    private void items(Slot slot, int wireType, int end, List<@Nullable Object> list, int depth) {
        checkDepth(depth);
        Form element = slot.form().element();
        if (wireType == ProtobufOutput.DELIMITED && element.wireType() != ProtobufOutput.DELIMITED) {
            int stop = input.delimitedEnd(end);
            while (input.position() < stop) {
                list.add(value(element, slot.name(), stop, depth, null));
            }
            return;
        }
        require(wireType == element.wireType(), wireType, slot.name());
        list.add(value(element, slot.name(), end, depth, null));
    }

    private void entry(Form element, String name, int end, Map<String, @Nullable Object> map, int depth) {
        checkDepth(depth);
        String key = "";
        Object value = null;
        boolean hasValue = false;
        while (input.position() < end) {
            int tag = input.tag(end);
            int wireType = tag & 7;
            if (tag >>> 3 == 1) {
                require(wireType == ProtobufOutput.DELIMITED, wireType, name);
                key = input.text(end);
            } else if (tag >>> 3 == 2) {
                require(wireType == element.wireType(), wireType, name);
                value = value(element, name, end, depth, value);
                hasValue = true;
            } else {
                input.skip(wireType, end);
            }
        }
        map.put(key, hasValue ? value : zero(element, name, depth));
    }

    /** Returns what a map entry without a value holds. */
    private @Nullable Object zero(Form form, String name, int depth) {
        byte[] nothing = new byte[Long.BYTES];
        return new ProtobufDecoder(new ProtobufInput(nothing, 0), limits)
                .value(form, name, nothing.length, depth, null);
    }

    private @Nullable Object value(Form form, String name, int end, int depth, @Nullable Object known) {
        count();
        return switch (form.kind) {
            case STRING -> input.text(end);
            case BOOLEAN -> input.varint(end) != 0;
            case INT32 -> (long) (int) input.varint(end);
            case INT64 -> input.varint(end);
            case DOUBLE -> number(Double.longBitsToDouble(input.fixed64(end)), name);
            case BYTES -> bytes(input.delimitedEnd(end));
            case LIST, MAP -> throw new IllegalArgumentException("protobuf has no " + form.kind + " in " + name);
            default -> special(form, name, input.delimitedEnd(end), depth, known);
        };
    }

    private static Double number(double number, String name) {
        if (!Double.isFinite(number)) {
            throw new MalformedBodyException("json: unsupported value in " + name + ": " + number);
        }
        return number;
    }

    private String bytes(int end) {
        byte[] content = Arrays.copyOfRange(input.bytes(), input.position(), end);
        input.moveTo(end);
        return Base64.getEncoder().encodeToString(content);
    }

    /** Reads the content of a message. */
    private @Nullable Object special(Form form, String name, int end, int depth, @Nullable Object known) {
        if (form.kind == Kind.STRUCT) {
            return struct(form, end, depth, known);
        }
        int start = input.position();
        var parts = new ProtobufParts(input, end);
        return switch (form.kind) {
            case TIME -> start == end ? null : ProtobufTimes.text(parts.first());
            case MICRO_TIME -> start == end ? null : ProtobufTimes.microText(parts.first(), (int) parts.second());
            case QUANTITY -> parts.text(1);
            case INT_OR_STRING -> intOrString(parts);
            case JSON, OBJECT, FIELDS -> raw(parts, depth);
            case STRINGS -> strings(parts, 1);
            case STRUCT_OR_BOOLEAN -> parts.has(2) ? alternative(form, parts, 2, depth) : (Object) (parts.first() != 0);
            case STRUCT_OR_LIST -> parts.has(2) ? alternatives(form, parts, depth) : alternative(form, parts, 1, depth);
            case STRUCT_OR_STRINGS -> parts.has(2) ? strings(parts, 2) : alternative(form, parts, 1, depth);
            default -> throw new IllegalStateException("no message: " + form.kind + " in " + name);
        };
    }

    @SuppressWarnings("unchecked") // A field of this kind holds nothing else.
    private Map<String, @Nullable Object> struct(Form form, int end, int depth, @Nullable Object known) {
        Map<String, @Nullable Object> tree =
                known == null ? new LinkedHashMap<>(8) : (Map<String, @Nullable Object>) known;
        message(form.message().table(), end, tree, depth + 1);
        return tree;
    }

    private static Object intOrString(ProtobufParts parts) {
        return switch ((int) parts.first()) {
            case 0 -> (Object) (long) (int) parts.second();
            case 1 -> parts.text(3);
            default -> throw new MalformedBodyException("impossible IntOrString.Type");
        };
    }

    private @Nullable Object raw(ProtobufParts parts, int depth) {
        byte[] json = parts.last(1);
        if (json.length == 0) {
            return null;
        }
        if (ProtobufEnvelope.isEnveloped(json)) {
            json = ProtobufEnvelope.open(json).embeddedJson();
        }
        return JsonDecoder.decode(json, new DecodeLimits(Math.max(1, limits.depthMax() - depth), limits.bytesMax()))
                .value();
    }

    private List<@Nullable Object> strings(ProtobufParts parts, int number) {
        var texts = new ArrayList<@Nullable Object>(4);
        parts.each(number, end -> {
            count();
            int from = input.position();
            texts.add(new String(input.bytes(), from, end - from, StandardCharsets.UTF_8));
        });
        return texts;
    }

    private @Nullable Object alternative(Form form, ProtobufParts parts, int number, int depth) {
        if (!parts.has(number)) {
            return null;
        }
        var tree = new LinkedHashMap<String, @Nullable Object>(8);
        parts.each(number, end -> message(form.element().message().table(), end, tree, depth + 1));
        return tree;
    }

    private List<@Nullable Object> alternatives(Form form, ProtobufParts parts, int depth) {
        var list = new ArrayList<@Nullable Object>(4);
        parts.each(2, end -> {
            count();
            list.add(struct(form.element(), end, depth + 1, null));
        });
        return list;
    }

    private void count() {
        if (++values > VALUES_MAX) {
            throw new MalformedBodyException("more than " + VALUES_MAX + " values");
        }
    }

    private void checkDepth(int depth) {
        if (depth > limits.depthMax()) {
            throw new MalformedBodyException("exceeded max depth");
        }
    }

    private static void require(boolean holds, int wireType, String name) {
        if (!holds) {
            throw new MalformedBodyException("proto: wrong wireType = " + wireType + " for field " + name);
        }
    }
}
