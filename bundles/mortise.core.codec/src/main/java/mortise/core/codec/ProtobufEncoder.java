package mortise.core.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import mortise.core.codec.ProtobufMessage.Form;
import mortise.core.codec.ProtobufMessage.Slot;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import mortise.spi.group.ValueType.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Encodes JSON objects as protobuf messages, in one pass over the JSON and without a tree.
 *
 * <p>Every field that is there is written, also when it is zero or empty; fields that the type does not have, and those
 * that are {@code null}, are left out. Maps are sorted by key, fields stand in the order of the JSON. Safe for use by
 * many threads; never blocks.
 */
public final class ProtobufEncoder {

    private static final Form TEXT = new Form(ValueType.STRING);

    private final JsonParser parser;
    private final byte[] json;
    private final ProtobufOutput output;

    private ProtobufEncoder(JsonParser parser, byte[] json) {
        this.parser = parser;
        this.json = json;
        this.output = new ProtobufOutput(json.length);
    }

    /**
     * Returns the message for a JSON object in UTF-8.
     *
     * @throws MalformedBodyException when the bytes are no JSON object, or a value is not of its field's type
     */
    public static byte[] encode(byte[] json, StructType type) {
        try (JsonParser parser = JsonDecoder.parser(json)) {
            var encoder = new ProtobufEncoder(parser, json);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedBodyException("no JSON object");
            }
            encoder.message(ProtobufMessage.of(type));
            return encoder.output.toBytes();
        } catch (JsonProcessingException broken) {
            throw new MalformedBodyException("json: " + broken.getOriginalMessage());
        } catch (IOException unexpected) {
            throw new UncheckedIOException("reading from memory failed", unexpected);
        }
    }

    /**
     * Returns the message for a tree.
     *
     * @throws MalformedBodyException when a value is not of its field's type
     */
    public static byte[] encode(Map<String, @Nullable Object> tree, StructType type) {
        return encode(JsonEncoder.encode(tree), type);
    }

    /** Writes the fields of the object that has just begun, up to its end. */
    private void message(ProtobufMessage message) throws IOException {
        Inlined inlined = null;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken token = parser.nextToken();
            Slot slot = message.slot(name);
            if (slot == null || token == JsonToken.VALUE_NULL) {
                parser.skipChildren();
                continue;
            }
            if (inlined != null || slot.prefix().length > 0) {
                inlined = inlined == null ? new Inlined() : inlined;
                inlined.enter(slot.prefix());
            }
            field(slot, token);
        }
        if (inlined != null) {
            inlined.enter(new int[0]);
        }
    }

    private void field(Slot slot, JsonToken token) throws IOException {
        Form form = slot.form();
        if (form.kind == Kind.LIST) {
            list(slot.number(), form.element(), slot.name(), token);
        } else if (form.kind == Kind.MAP) {
            map(slot, token);
        } else {
            element(slot.number(), form, slot.name(), token);
        }
    }

    private void list(int number, Form element, String name, JsonToken token) throws IOException {
        require(token == JsonToken.START_ARRAY, name, "a list");
        for (JsonToken item = parser.nextToken(); item != JsonToken.END_ARRAY; item = parser.nextToken()) {
            element(number, element, name, item);
        }
    }

    private void map(Slot slot, JsonToken token) throws IOException {
        require(token == JsonToken.START_OBJECT, slot.name(), "an object");
        var entries = new MapEntries(output.length());
        for (String key = parser.nextFieldName(); key != null; key = parser.nextFieldName()) {
            output.tag(slot.number(), ProtobufOutput.DELIMITED);
            int mark = output.begin();
            output.tag(1, ProtobufOutput.DELIMITED);
            output.text(key);
            element(2, slot.form().element(), slot.name(), parser.nextToken());
            output.end(mark);
            entries.add(key, output.length());
        }
        entries.sort(output);
    }

    private void element(int number, Form form, String name, JsonToken token) throws IOException {
        output.tag(number, form.wireType());
        switch (form.kind) {
            case STRING -> text(name, token);
            case BOOLEAN -> output.varint(bool(name, token) ? 1 : 0);
            case INT32, INT64 -> output.varint(whole(name, token));
            case DOUBLE -> output.fixed64(Double.doubleToRawLongBits(number(name, token)));
            case BYTES -> bytes(name, token);
            case LIST, MAP -> throw new IllegalArgumentException("protobuf has no " + form.kind + " in " + name);
            default -> {
                int mark = output.begin();
                if (token != JsonToken.VALUE_NULL || form.kind == Kind.JSON) {
                    special(form, name, token);
                }
                output.end(mark);
            }
        }
    }

    /** Writes the content of a message. */
    private void special(Form form, String name, JsonToken token) throws IOException {
        switch (form.kind) {
            case STRUCT -> struct(form, name, token);
            case TIME, MICRO_TIME -> time(form.kind, name, token);
            case QUANTITY -> quantity(name, token);
            case INT_OR_STRING -> intOrString(name, token);
            case JSON, OBJECT, FIELDS -> raw();
            case STRINGS -> list(1, form.element(), name, token);
            case STRUCT_OR_BOOLEAN -> structOrBoolean(form, name, token);
            case STRUCT_OR_LIST, STRUCT_OR_STRINGS -> structOrMore(form, name, token);
            default -> throw new IllegalStateException("no message: " + form.kind);
        }
    }

    private void struct(Form form, String name, JsonToken token) throws IOException {
        require(token == JsonToken.START_OBJECT, name, "an object");
        message(form.message());
    }

    private void time(Kind kind, String name, JsonToken token) throws IOException {
        require(token == JsonToken.VALUE_STRING, name, "a time");
        Instant time = ProtobufTimes.parse(parser.getText());
        output.tag(1, ProtobufOutput.VARINT);
        output.varint(time.getEpochSecond());
        output.tag(2, ProtobufOutput.VARINT);
        output.varint(kind == Kind.TIME ? 0 : time.getNano() / 1000 * 1000);
    }

    private void quantity(String name, JsonToken token) throws IOException {
        require(token == JsonToken.VALUE_STRING || token.isNumeric(), name, "a quantity");
        output.tag(1, ProtobufOutput.DELIMITED);
        output.text(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    }

    private void intOrString(String name, JsonToken token) throws IOException {
        boolean text = token == JsonToken.VALUE_STRING;
        output.tag(1, ProtobufOutput.VARINT);
        output.varint(text ? 1 : 0);
        output.tag(2, ProtobufOutput.VARINT);
        output.varint(text ? 0 : whole(name, token));
        output.tag(3, ProtobufOutput.DELIMITED);
        if (text) {
            text(name, token);
        } else {
            output.varint(0);
        }
    }

    /** Writes the value's JSON text, of any kind, as it stands. */
    private void raw() throws IOException {
        int start = (int) parser.currentTokenLocation().getByteOffset();
        if (parser.currentToken().isStructStart()) {
            parser.skipChildren();
        } else {
            parser.finishToken();
        }
        int end = (int) parser.currentLocation().getByteOffset();
        output.tag(1, ProtobufOutput.DELIMITED);
        output.delimited(json, start, trimmed(end));
    }

    /** The parser reads one byte beyond a number. */
    private int trimmed(int end) {
        int at = end;
        while (parser.currentToken().isNumeric() && !isOfNumber(json[at - 1])) {
            at--;
        }
        return at;
    }

    private static boolean isOfNumber(byte b) {
        return b >= '0' && b <= '9';
    }

    private void structOrBoolean(Form form, String name, JsonToken token) throws IOException {
        boolean struct = token == JsonToken.START_OBJECT;
        output.tag(1, ProtobufOutput.VARINT);
        output.varint(struct || bool(name, token) ? 1 : 0);
        if (struct) {
            element(2, form.element(), name, token);
        }
    }

    private void structOrMore(Form form, String name, JsonToken token) throws IOException {
        if (token == JsonToken.START_OBJECT) {
            element(1, form.element(), name, token);
        } else {
            list(2, form.kind == Kind.STRUCT_OR_LIST ? form.element() : TEXT, name, token);
        }
    }

    private void text(String name, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NULL) {
            output.varint(0);
            return;
        }
        require(token == JsonToken.VALUE_STRING, name, "a text");
        output.text(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    }

    private void bytes(String name, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NULL) {
            output.varint(0);
            return;
        }
        require(token == JsonToken.VALUE_STRING, name, "a text");
        byte[] decoded = base64(name, parser.getText().getBytes(StandardCharsets.ISO_8859_1));
        output.delimited(decoded, 0, decoded.length);
    }

    private static byte[] base64(String name, byte[] text) {
        try {
            return Base64.getDecoder().decode(withoutLineEnds(text));
        } catch (IllegalArgumentException malformed) {
            throw new MalformedBodyException("illegal base64 data in " + name);
        }
    }

    private static byte[] withoutLineEnds(byte[] text) {
        int length = 0;
        byte[] kept = text;
        for (byte b : text) {
            if (b == '\n' || b == '\r') {
                kept = kept == text ? text.clone() : kept;
            } else {
                kept[length++] = b;
            }
        }
        return length == text.length ? text : Arrays.copyOf(kept, length);
    }

    private static boolean bool(String name, JsonToken token) {
        require(token.isBoolean() || token == JsonToken.VALUE_NULL, name, "a boolean");
        return token == JsonToken.VALUE_TRUE;
    }

    private double number(String name, JsonToken token) throws IOException {
        require(token.isNumeric() || token == JsonToken.VALUE_NULL, name, "a number");
        return token == JsonToken.VALUE_NULL ? 0 : parser.getDoubleValue();
    }

    private long whole(String name, JsonToken token) throws IOException {
        if (token == JsonToken.VALUE_NULL) {
            return 0;
        }
        boolean fits = token == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
        require(fits, name, "a whole number");
        return parser.getLongValue();
    }

    private static void require(boolean holds, String name, String wanted) {
        if (!holds) {
            throw new MalformedBodyException("the field " + name + " is not " + wanted);
        }
    }

    /** The messages without an object of their own in JSON that are being written. */
    private final class Inlined {

        private int[] open = {};
        private int[] marks = {};

        /** Ends and begins messages until exactly those with the numbers are open. */
        void enter(int[] prefix) {
            int common = 0;
            while (common < prefix.length && common < open.length && open[common] == prefix[common]) {
                common++;
            }
            for (int i = open.length - 1; i >= common; i--) {
                output.end(marks[i]);
            }
            marks = Arrays.copyOf(marks, prefix.length);
            for (int i = common; i < prefix.length; i++) {
                output.tag(prefix[i], ProtobufOutput.DELIMITED);
                marks[i] = output.begin();
            }
            open = prefix;
        }
    }

    /** Where the entries of a map lie, to be sorted when they came in another order. */
    private static final class MapEntries {

        private String[] keys = new String[8];
        private int[] offsets = new int[9];
        private int count;
        private boolean sorted = true;

        MapEntries(int start) {
            offsets[0] = start;
        }

        void add(String key, int end) {
            if (count == keys.length) {
                keys = Arrays.copyOf(keys, 2 * count);
                offsets = Arrays.copyOf(offsets, 2 * count + 1);
            }
            sorted &= count == 0 || keys[count - 1].compareTo(key) <= 0;
            keys[count++] = key;
            offsets[count] = end;
        }

        void sort(ProtobufOutput output) {
            if (!sorted) {
                var order = new Integer[count];
                Arrays.setAll(order, Integer::valueOf);
                Arrays.sort(order, (a, b) -> keys[a].compareTo(keys[b]));
                output.reorder(offsets, order);
            }
        }
    }
}
