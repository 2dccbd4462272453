package mortise.group.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Defaults of drivers that were left empty, and not only left out. */
final class StorageDefaults {

    private StorageDefaults() {
    }

    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of("storage.v1.CSIDriverSpec", StorageDefaults::driver);
    }

    private static void driver(Map<String, @Nullable Object> spec) {
        if (!(spec.get("volumeLifecycleModes") instanceof List<?> modes) || modes.isEmpty()) {
            spec.put("volumeLifecycleModes", new ArrayList<>(List.of("Persistent")));
        }
    }
}
