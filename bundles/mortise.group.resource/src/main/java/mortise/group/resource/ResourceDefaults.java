package mortise.group.resource;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import mortise.api.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** Defaults that depend on other fields, or on the time. */
final class ResourceDefaults {

    private static final String EXACT = "ExactCount";

    private ResourceDefaults() {
    }

    /** Returns the rules of all versions. */
    static Map<String, Consumer<Map<String, @Nullable Object>>> rules(Clock clock) {
        var rules = new HashMap<String, Consumer<Map<String, @Nullable Object>>>();
        for (String version : List.of("v1", "v1beta2", "v1beta1")) {
            rules.put("resource." + version + ".DeviceSubRequest", ResourceDefaults::count);
            rules.put("resource." + version + ".NodeAllocatableResourceMapping",
                    mapping -> set(mapping, "allocationMultiplier", "1"));
        }
        rules.put("resource.v1.ExactDeviceRequest", ResourceDefaults::count);
        rules.put("resource.v1beta2.ExactDeviceRequest", ResourceDefaults::count);
        rules.put("resource.v1beta1.DeviceRequest", ResourceDefaults::flatCount);
        for (String version : List.of("v1", "v1beta2", "v1beta1", "v1alpha3")) {
            rules.put("resource." + version + ".DeviceTaint", taint ->
                    set(taint, "timeAdded", ObjectMeta.time(clock.instant())));
        }
        return rules;
    }

    private static void count(Map<String, @Nullable Object> request) {
        set(request, "allocationMode", EXACT);
        if (EXACT.equals(request.get("allocationMode")) && Long.valueOf(0).equals(request.getOrDefault("count", 0L))) {
            request.put("count", 1L);
        }
    }

    /** A request without a class is a list of alternatives. */
    private static void flatCount(Map<String, @Nullable Object> request) {
        if (request.get("deviceClassName") instanceof String name && !name.isEmpty()) {
            count(request);
        }
    }

    private static void set(Map<String, @Nullable Object> struct, String field, String value) {
        if (struct.get(field) == null || "".equals(struct.get(field))) {
            struct.put(field, value);
        }
    }
}
