package mortise.group.authorization;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.JsonDecoder;
import org.jspecify.annotations.Nullable;

/** Objects from JSON with single quotes. */
final class Json {

    private Json() {
    }

    static ApiObject object(String text) {
        @SuppressWarnings("unchecked")
        var tree = (Map<String, @Nullable Object>) JsonDecoder.decode(
                text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), DecodeLimits.DEFAULT).value();
        return new ApiObject(tree);
    }
}
