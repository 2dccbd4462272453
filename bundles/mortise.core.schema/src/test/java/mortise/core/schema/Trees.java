package mortise.core.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** Short ways to write trees, all of them mutable. */
final class Trees {

    private Trees() {
    }

    /** Returns a struct of names and values in turn. */
    static Map<String, @Nullable Object> struct(@Nullable Object... namesAndValues) {
        var struct = new LinkedHashMap<String, @Nullable Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            struct.put((String) namesAndValues[i], value instanceof Integer number ? (Long) number.longValue() : value);
        }
        return struct;
    }

    static List<@Nullable Object> list(@Nullable Object... items) {
        var list = new ArrayList<@Nullable Object>(Arrays.asList(items));
        list.replaceAll(item -> item instanceof Integer number ? (Long) number.longValue() : item);
        return list;
    }

    /** Returns an object of the sample kind with the given spec. */
    static ApiObject sample(@Nullable Object spec) {
        return new ApiObject(
                struct("apiVersion", "v1", "kind", "Sample", "metadata", struct("name", "a"), "spec", spec));
    }
}
