package mortise.group.core;

import java.util.Map;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Service accounts: of the secrets that they name only the name is kept. */
final class ServiceAccountStrategy implements ResourceStrategy {

    @Override
    public void prepareForCreate(ApiObject object) {
        for (Map<String, @Nullable Object> secret : Cells.structs(object, "secrets")) {
            secret.keySet().retainAll(Set.of("name"));
        }
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        prepareForCreate(object);
    }
}
