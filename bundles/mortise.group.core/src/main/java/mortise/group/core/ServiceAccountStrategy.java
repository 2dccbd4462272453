package mortise.group.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Service accounts: of the secrets that they name only the name is kept. */
final class ServiceAccountStrategy implements ResourceStrategy {

    private static final String MOUNTABLE = "kubernetes.io/enforce-mountable-secrets";

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

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        boolean before = old.isPresent() && old.get().metadata().annotations().containsKey(MOUNTABLE);
        return before || !object.metadata().annotations().containsKey(MOUNTABLE) ? List.of()
                : List.of("metadata.annotations[" + MOUNTABLE + "]: deprecated in v1.32+; prefer separate namespaces"
                        + " to isolate access to mounted secrets");
    }
}
