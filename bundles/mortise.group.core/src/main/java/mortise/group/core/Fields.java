package mortise.group.core;

import java.util.function.Function;
import mortise.api.ApiObject;

/** Reads selectable fields. */
final class Fields {

    private Fields() {
    }

    /** Returns the text, number or boolean at a path; an empty text when there is none. */
    static Function<ApiObject, String> at(String... path) {
        return or("", path);
    }

    /** As {@link #at}, with a value for absent fields. */
    static Function<ApiObject, String> or(String absent, String... path) {
        return object -> {
            Object value = object.at(path);
            return value instanceof String || value instanceof Long || value instanceof Boolean
                    ? String.valueOf(value) : absent;
        };
    }
}
