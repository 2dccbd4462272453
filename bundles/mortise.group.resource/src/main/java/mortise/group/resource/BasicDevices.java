package mortise.group.resource;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import mortise.spi.group.Conversion;
import org.jspecify.annotations.Nullable;

/** Slices of version {@code v1beta1}: everything of a device but its name stands in a struct {@code basic}. */
final class BasicDevices implements Conversion {

    @Override
    public void fromStored(ApiObject object) {
        for (Map<String, @Nullable Object> device : Cells.structs(object, "spec", "devices")) {
            Map<String, @Nullable Object> basic = new LinkedHashMap<>(device);
            basic.remove("name");
            device.keySet().retainAll(Set.of("name"));
            device.put("basic", basic);
        }
    }

    @Override
    public void toStored(ApiObject object) {
        for (Map<String, @Nullable Object> device : Cells.structs(object, "spec", "devices")) {
            if (device.remove("basic") instanceof Map<?, ?> basic) {
                basic.forEach((field, value) -> device.put((String) field, value));
            }
        }
    }
}
