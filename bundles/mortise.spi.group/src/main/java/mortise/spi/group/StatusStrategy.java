package mortise.spi.group;

import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Writing {@code status} changes nothing outside it, except labels, annotations and finalizers. Kinds that look at what
 * is written extend this; whoever overrides {@link #prepareForUpdate} calls it first.
 */
@ConsumerType
public class StatusStrategy implements ResourceStrategy {

    private static final List<String> WRITABLE_METADATA =
            List.of("labels", "annotations", "finalizers", "resourceVersion", "uid");

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        Map<String, @Nullable Object> result = old.deepCopy().tree();
        take("status", object.tree(), result);
        Map<String, @Nullable Object> written = object.metadata().tree();
        Map<String, @Nullable Object> metadata = new ApiObject(result).metadata().tree();
        WRITABLE_METADATA.forEach(field -> take(field, written, metadata));
        object.tree().clear();
        object.tree().putAll(result);
    }

    private static void take(String field, Map<String, @Nullable Object> from, Map<String, @Nullable Object> to) {
        Object value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.put(field, value);
        }
    }
}
