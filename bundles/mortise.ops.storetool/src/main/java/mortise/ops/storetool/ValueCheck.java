package mortise.ops.storetool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import mortise.spi.storage.StoredValue;

/**
 * Whether a value can be an object: JSON that ends where it should, of the name that its key ends with, or the envelope
 * of Protobuf. What is encrypted is not looked into.
 */
final class ValueCheck {

    private static final byte[] PROTOBUF = {'k', '8', 's', 0};
    private static final byte[] ENCRYPTED = "k8s:enc:".getBytes(StandardCharsets.US_ASCII);

    private final JsonFactory json = new JsonFactory();
    private long encrypted;
    private long binary;

    /** Returns how many values are encrypted. */
    long encrypted() {
        return encrypted;
    }

    /** Returns how many values are in Protobuf. */
    long binary() {
        return binary;
    }

    /** Says what is wrong with a value; nothing when all is well. */
    Optional<String> problem(StoredValue value) {
        byte[] bytes = value.value();
        if (startsWith(bytes, ENCRYPTED)) {
            encrypted++;
            return Optional.empty();
        }
        if (startsWith(bytes, PROTOBUF)) {
            binary++;
            return Optional.empty();
        }
        try (JsonParser parser = json.createParser(bytes)) {
            String name = name(parser);
            String end = value.key().substring(value.key().lastIndexOf('/') + 1);
            return name.isEmpty() || name.equals(end) ? Optional.empty()
                    : Optional.of(value.key() + " holds an object named " + name);
        } catch (IOException e) {
            return Optional.of(value.key() + " (revision " + value.modRevision() + ", " + bytes.length
                    + " bytes) is no JSON: " + firstLine(e));
        }
    }

    private static String name(JsonParser parser) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new IOException("it does not begin with a brace");
        }
        String name = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean metadata = parser.currentName().equals("metadata");
            if (parser.nextToken() == JsonToken.START_OBJECT && metadata) {
                name = nameInMetadata(parser);
            } else {
                parser.skipChildren();
            }
        }
        if (parser.nextToken() != null) {
            throw new IOException("something follows its last brace");
        }
        return name;
    }

    private static String nameInMetadata(JsonParser parser) throws IOException {
        String name = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isName = parser.currentName().equals("name");
            JsonToken token = parser.nextToken();
            if (isName && token == JsonToken.VALUE_STRING) {
                name = parser.getText();
            }
            parser.skipChildren();
        }
        return name;
    }

    private static boolean startsWith(byte[] bytes, byte[] prefix) {
        return bytes.length >= prefix.length && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static String firstLine(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
