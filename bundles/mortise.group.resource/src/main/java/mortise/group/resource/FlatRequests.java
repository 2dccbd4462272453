package mortise.group.resource;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import mortise.spi.group.Conversion;
import org.jspecify.annotations.Nullable;

/**
 * Claims of version {@code v1beta1}: what a request wants exactly stands in the request itself, and not in a struct
 * {@code exactly}.
 */
final class FlatRequests implements Conversion {

    private static final List<String> MOVED = List.of("deviceClassName", "selectors", "allocationMode", "count",
            "adminAccess", "tolerations", "capacity");

    private final String[] requests;

    /** @param devices path of the devices that are claimed */
    FlatRequests(String... devices) {
        requests = Arrays.copyOf(devices, devices.length + 1);
        requests[devices.length] = "requests";
    }

    @Override
    public void fromStored(ApiObject object) {
        for (Map<String, @Nullable Object> request : Cells.structs(object, requests)) {
            if (request.remove("exactly") instanceof Map<?, ?> exactly) {
                MOVED.forEach(field -> put(request, field, exactly.get(field)));
            }
        }
    }

    @Override
    public void toStored(ApiObject object) {
        for (Map<String, @Nullable Object> request : Cells.structs(object, requests)) {
            var exactly = new LinkedHashMap<String, @Nullable Object>();
            MOVED.forEach(field -> put(exactly, field, request.remove(field)));
            // The name is always written, empty when the request is a list of alternatives.
            boolean any = exactly.entrySet().stream().anyMatch(field -> !"".equals(field.getValue()));
            if (any) {
                request.put("exactly", exactly);
            }
        }
    }

    private static void put(Map<String, @Nullable Object> struct, String field, @Nullable Object value) {
        if (value != null) {
            struct.put(field, value);
        }
    }
}
