package mortise.core.workload;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;

/** Reads the JSON of these tests; in texts of the tests themselves, single quotes stand for double ones. */
final class Json {

    private Json() {
    }

    /** Reads a struct written with single quotes. */
    static Map<String, Object> struct(String json) {
        return asStruct(value(json));
    }

    /** Reads a value written with single quotes. */
    static Object value(String json) {
        return read(json.replace('\'', '"'));
    }

    /** Reads a file beside the tests. */
    static Map<String, Object> file(String name) {
        try (InputStream in = Json.class.getResourceAsStream(name)) {
            return asStruct(read(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new AssertionError(name, unreadable);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> asStruct(Object value) {
        return (Map<String, Object>) value;
    }

    static List<Map<String, Object>> structs(Object list) {
        return list == null ? List.of() : ((List<?>) list).stream().map(Json::asStruct).toList();
    }

    private static Object read(String json) {
        return JsonDecoder.decode(json.getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT).value();
    }
}
