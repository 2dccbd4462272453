package mortise.group.apiextensions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Definitions of custom resources. Their names are accepted at once: nothing else could want them. They are not
 * established, though, for nothing serves custom resources yet, and clients that wait for it shall not go on.
 */
final class DefinitionStrategy implements ResourceStrategy {

    @Override
    public void prepareForCreate(ApiObject object) {
        object.tree().remove("status");
        if (object.at("spec", "names") == null) {
            return;
        }
        var accepted = new LinkedHashMap<String, @Nullable Object>();
        accepted.put("type", "NamesAccepted");
        accepted.put("status", "True");
        accepted.put("lastTransitionTime", object.metadata().creationTimestamp());
        accepted.put("reason", "NoConflicts");
        accepted.put("message", "no conflicts found");
        object.structAt("status").put("conditions", new ArrayList<>(List.<Map<String, ?>>of(accepted)));
        follow(object);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        if (object.at("spec", "names") != null) {
            follow(object);
        }
    }

    /** Accepts the names that are asked for, and remembers that objects will be stored in the storage version. */
    private static void follow(ApiObject object) {
        Map<String, @Nullable Object> status = object.structAt("status");
        status.put("acceptedNames", ApiObject.copy(object.at("spec", "names")));
        var stored = new ArrayList<Object>();
        if (status.get("storedVersions") instanceof List<?> known) {
            stored.addAll(known);
        }
        storageVersion(object).filter(version -> !stored.contains(version)).ifPresent(stored::add);
        if (!stored.isEmpty()) {
            status.put("storedVersions", stored);
        }
    }

    private static Optional<Object> storageVersion(ApiObject object) {
        if (object.at("spec", "versions") instanceof List<?> versions) {
            for (Object item : versions) {
                if (item instanceof Map<?, ?> version && Boolean.TRUE.equals(version.get("storage"))) {
                    return Optional.ofNullable(version.get("name"));
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        return UnknownFormats.warnings(object, old);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return DefinitionRules.validate(object, old);
    }
}
