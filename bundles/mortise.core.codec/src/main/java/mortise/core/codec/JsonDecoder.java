package mortise.core.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decodes JSON bodies in UTF-8 to trees and reports fields that were given twice.
 *
 * <p>Integers that fit a {@code long} become {@code Long}, every other number {@code Double}; a number that is beyond a
 * double is refused, as is invalid UTF-8. Safe for use by many threads; never blocks.
 */
public final class JsonDecoder {

    /** The longest number, in characters. Longer ones carry no more information than a double can hold. */
    private static final int NUMBER_LENGTH_MAX = 1000;

    /** How many sets of parse buffers are kept for re-use. */
    private static final int POOLED_BUFFERS_MAX = 64;

    /** Digits of an integer that surely fits a {@code long}, with its sign. */
    private static final int SURE_LONG_LENGTH = 18;

    // One factory for all, because it holds the table of known field names. The limits of a call are checked by this
    // class: the bytes before parsing, which bounds every text and name, and the depth on the way down.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DecodeLimits.DEPTH_CEILING + 1)
                    .maxNumberLength(NUMBER_LENGTH_MAX)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .recyclerPool(JsonRecyclerPools.newBoundedPool(POOLED_BUFFERS_MAX))
            .enable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            // Interned names would stay in the JVM's table, and clients choose them.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // A body is UTF-8 and nothing else.
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .build();

    private final JsonParser parser;
    private final int depthMax;
    private final boolean repairsText;
    private final Duplicates duplicates = new Duplicates();

    private JsonDecoder(JsonParser parser, int depthMax, boolean repairsText) {
        this.parser = parser;
        this.depthMax = depthMax;
        this.repairsText = repairsText;
    }

    /**
     * Decodes one JSON value with nothing but white space around it.
     *
     * @throws MalformedBodyException when the bytes are not that, or exceed a limit
     */
    public static Decoded decode(byte[] json, DecodeLimits limits) {
        if (json.length > limits.bytesMax()) {
            throw new MalformedBodyException("Request entity too large: limit is " + limits.bytesMax());
        }
        try (JsonParser parser = FACTORY.createParser(json)) {
            return new JsonDecoder(parser, limits.depthMax(), WellFormed.isDoubtful(json)).document();
        } catch (JsonProcessingException broken) {
            JsonSyntax.check(json);
            throw new MalformedBodyException("json: " + broken.getOriginalMessage());
        } catch (IOException unexpected) {
            throw new UncheckedIOException("reading from memory failed", unexpected);
        }
    }

    /** Returns a parser of JSON that is trusted to be within the limits of {@link DecodeLimits#DEPTH_CEILING}. */
    static JsonParser parser(byte[] json) throws IOException {
        return FACTORY.createParser(json);
    }

    private Decoded document() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw new MalformedBodyException("unexpected end of JSON input");
        }
        Object value = value(first, 0);
        if (parser.nextToken() != null) {
            throw new TrailingContentException(parser);
        }
        return new Decoded(value, duplicates.fields());
    }

    private @Nullable Object value(JsonToken token, int depth) throws IOException {
        return switch (token) {
            case VALUE_STRING -> text(parser.getText());
            case START_OBJECT -> struct(depth + 1);
            case START_ARRAY -> list(depth + 1);
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> fraction();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            default -> throw new IllegalStateException("unexpected token " + token);
        };
    }

    private Map<String, @Nullable Object> struct(int depth) throws IOException {
        checkDepth(depth);
        var struct = new LinkedHashMap<String, @Nullable Object>(8);
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            String key = text(name);
            Object value = value(parser.nextToken(), depth);
            int size = struct.size();
            struct.put(key, value);
            if (struct.size() == size) {
                duplicates.field(() -> path(key));
            }
        }
        return struct;
    }

    private List<@Nullable Object> list(int depth) throws IOException {
        checkDepth(depth);
        var list = new ArrayList<@Nullable Object>(4);
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            list.add(value(token, depth));
        }
        return list;
    }

    private Number integer() throws IOException {
        if (parser.getTextLength() <= SURE_LONG_LENGTH) {
            return parser.getLongValue();
        }
        String digits = parser.getText();
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException beyondLong) {
            return finite(Double.parseDouble(digits), digits);
        }
    }

    private Double fraction() throws IOException {
        double number = parser.getDoubleValue();
        return Double.isFinite(number) ? number : finite(number, parser.getText());
    }

    private static Double finite(double number, String digits) {
        if (!Double.isFinite(number)) {
            String shown = digits.length() > 40 ? digits.substring(0, 40) + "..." : digits;
            throw new MalformedBodyException(
                    "json: cannot unmarshal number " + shown + " into Go value of type float64");
        }
        return number;
    }

    private String text(String text) {
        return repairsText ? WellFormed.text(text) : text;
    }

    private void checkDepth(int depth) {
        if (depth > depthMax) {
            throw new MalformedBodyException("exceeded max depth");
        }
    }

    private StringBuilder path(String key) {
        var path = new StringBuilder();
        appendPath(path, parser.getParsingContext().getParent());
        Duplicates.step(path, key);
        return path;
    }

    private static void appendPath(StringBuilder path, @Nullable JsonStreamContext context) {
        if (context != null && !context.inRoot()) {
            appendPath(path, context.getParent());
            Duplicates.step(
                    path, context.inArray() ? "[" + context.getCurrentIndex() + "]" : context.getCurrentName());
        }
    }

    /** A second value behind the first one, which the syntax check words. */
    private static final class TrailingContentException extends JsonProcessingException {

        private static final long serialVersionUID = 1L;

        TrailingContentException(JsonParser parser) {
            super("content after top-level value", parser.currentLocation());
        }
    }
}
