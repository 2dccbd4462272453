package mortise.itests.clients;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/** Objects as both clients and the samples can be compared: JSON trees. */
final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {
    }

    static JsonNode read(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String name(JsonNode object) {
        return object.path("metadata").path("name").asText();
    }

    static String version(JsonNode object) {
        return object.path("metadata").path("resourceVersion").asText();
    }

    /**
     * Returns what of the expected tree is not in the actual one, as lines of path, expected and actual. The actual one
     * may have more: further fields, and further items anywhere in a list. A null counts as absent.
     */
    static List<String> missing(JsonNode expected, JsonNode actual) {
        var lines = new ArrayList<String>();
        compare("", expected, actual, lines);
        return lines;
    }

    /** Whether both say the same, apart from nulls. */
    static boolean equal(JsonNode one, JsonNode other) {
        return missing(one, other).isEmpty() && missing(other, one).isEmpty();
    }

    private static void compare(String path, JsonNode expected, JsonNode actual, List<String> lines) {
        if (expected.isObject() && actual.isObject()) {
            expected.properties().forEach(field ->
                    compare(path + "." + field.getKey(), field.getValue(), actual.path(field.getKey()), lines));
        } else if (expected.isArray() && actual.isArray()) {
            compareItems(path, expected, actual, lines);
        } else if (!same(expected, actual)) {
            lines.add(path + ": expected " + expected + ", got " + actual);
        }
    }

    /** Every expected item stands in the actual list, in this order. */
    private static void compareItems(String path, JsonNode expected, JsonNode actual, List<String> lines) {
        int next = 0;
        for (int i = 0; i < expected.size(); i++) {
            int found = next;
            while (found < actual.size() && !missing(expected.get(i), actual.get(found)).isEmpty()) {
                found++;
            }
            if (found == actual.size()) {
                JsonNode nearest = actual.path(Math.min(i, actual.size() - 1));
                compare(path + "[" + i + "]", expected.get(i), nearest, lines);
            } else {
                next = found + 1;
            }
        }
    }

    private static boolean same(JsonNode expected, JsonNode actual) {
        if (expected.isNull() || actual.isMissingNode() || actual.isNull()) {
            return expected.isNull() && (actual.isMissingNode() || actual.isNull());
        }
        if (expected.isNumber() && actual.isNumber()) {
            return expected.decimalValue().compareTo(actual.decimalValue()) == 0;
        }
        return expected.equals(actual) || sameInstant(expected.asText(), actual.asText());
    }

    /** A client's own class may write the digits of a second that the server leaves out. */
    private static boolean sameInstant(String expected, String actual) {
        try {
            return expected.endsWith("Z") && Instant.parse(expected).equals(Instant.parse(actual));
        } catch (DateTimeParseException e) {
            return false;
        }
    }
}
