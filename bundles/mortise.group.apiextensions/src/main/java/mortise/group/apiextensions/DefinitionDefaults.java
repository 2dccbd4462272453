package mortise.group.apiextensions;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** Names that follow from the kind, and how versions are converted. */
final class DefinitionDefaults {

    private DefinitionDefaults() {
    }

    static Map<String, Consumer<Map<String, @Nullable Object>>> rules() {
        return Map.of("apiextensions.v1.CustomResourceDefinitionSpec", DefinitionDefaults::spec);
    }

    private static void spec(Map<String, @Nullable Object> spec) {
        Map<String, @Nullable Object> names = new ApiObject(spec).structAt("names");
        if (names.get("kind") instanceof String kind && !kind.isEmpty()) {
            setEmpty(names, "singular", kind.toLowerCase(Locale.ROOT));
            setEmpty(names, "listKind", kind + "List");
        }
        if (spec.get("conversion") == null) {
            spec.put("conversion", new LinkedHashMap<>(Map.of("strategy", "None")));
        }
    }

    private static void setEmpty(Map<String, @Nullable Object> names, String field, String value) {
        if (!(names.get(field) instanceof String text) || text.isEmpty()) {
            names.put(field, value);
        }
    }
}
