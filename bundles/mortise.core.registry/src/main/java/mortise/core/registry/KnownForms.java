package mortise.core.registry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.patch.apply.KindVersions;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.StructType;

/**
 * Every form of the objects of a resource: its own versions, served or not, and those of other groups whose objects are
 * stored as the same kind, while they are there. Immutable; any thread.
 */
final class KnownForms implements KindVersions {

    private final GroupVersionKind storedKind;
    private final Map<String, KnownForm> own = new LinkedHashMap<>();
    private final Function<GroupVersionKind, List<KnownForm>> others;

    /**
     * @param others finds every form of the objects that are stored as a kind
     */
    KnownForms(ResourceState state, Function<GroupVersionKind, List<KnownForm>> others) {
        this(state.resource().group(), state.definition(), others);
    }

    /**
     * @param others finds every form of the objects that are stored as a kind
     */
    KnownForms(String group, ResourceDefinition definition, Function<GroupVersionKind, List<KnownForm>> others) {
        this.storedKind = ResourceState.storedKind(group, definition);
        this.others = others;
        for (ResourceVersion version : definition.versions()) {
            var groupVersion = new GroupVersion(group, version.name());
            own.put(groupVersion.toString(), new KnownForm(groupVersion.kind(definition.kind()), version));
        }
    }

    /** Returns the form of an API version. */
    Optional<KnownForm> find(String apiVersion) {
        KnownForm known = own.get(apiVersion);
        return known != null ? Optional.of(known) : others.apply(storedKind).stream()
                .filter(form -> form.kind().groupVersion().toString().equals(apiVersion)).findFirst();
    }

    @Override
    public boolean serves(String apiVersion) {
        return find(apiVersion).isPresent();
    }

    @Override
    public Optional<StructType> type(String apiVersion) {
        return find(apiVersion).flatMap(form -> form.version().schema().type());
    }

    @Override
    public ApiObject convert(ApiObject object, String apiVersion) {
        if (object.apiVersion().equals(apiVersion)) {
            return object;
        }
        ApiObject converted = object.deepCopy();
        find(object.apiVersion()).ifPresent(form -> form.version().conversion().toStored(converted));
        converted.setKind(storedKind);
        find(apiVersion).ifPresent(form -> {
            form.version().conversion().fromStored(converted);
            form.version().schema().complete(converted);
            converted.setKind(form.kind());
        });
        return converted;
    }
}
