package mortise.core.registry;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.cache.CacheEntry;
import mortise.spi.group.Conversion;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.SubresourceDefinition;

/**
 * What the objects of one version look like, and how they become stored ones. Clients and patches see objects in their
 * own version; strategies, validation and admission see those of the storage version. Where the two have the same
 * fields nothing is converted and nothing costs more. Immutable; any thread.
 */
final class VersionForm {

    private final GroupVersionKind kind;
    private final ResourceVersion version;
    private final GroupVersionKind storedKind;
    private final Optional<ObjectSchema> storedSchema;
    private final KnownForms forms;

    /**
     * @param version the version that requests are in
     * @param others finds every form of the objects that are stored as a kind
     */
    VersionForm(ResourceState state, ResourceVersion version,
            Function<GroupVersionKind, List<KnownForm>> others) {
        this.kind = new GroupVersion(state.resource().group(), version.name()).kind(state.definition().kind());
        this.version = version;
        this.storedKind = state.storedKind();
        this.forms = new KnownForms(state, others);
        storedSchema = state.definition().versions().stream()
                .filter(other -> other.name().equals(state.definition().storageVersion()))
                .filter(other -> other.conversion() == Conversion.NONE)
                .map(ResourceVersion::schema).findFirst();
    }

    /** Returns the kind that clients see. */
    GroupVersionKind kind() {
        return kind;
    }

    /** Returns the kind of the bodies of a path below objects. */
    GroupVersionKind kind(SubresourceDefinition subresource) {
        GroupVersionKind own = subresource.kind();
        return own.version().isEmpty() ? kind.groupVersion().kind(own.kind()) : own;
    }

    /** Returns the schema of what clients see. */
    ObjectSchema schema() {
        return version.schema();
    }

    /** Says whether objects of this version have other fields than stored ones. */
    boolean converted() {
        return version.conversion() != Conversion.NONE;
    }

    /** Returns the kind of the trees that {@link #toStored} makes. */
    GroupVersionKind workingKind() {
        return converted() ? storedKind : kind;
    }

    /**
     * Returns the schema of the trees that {@link #toStored} makes. Objects that are stored as another group's have
     * none while that group is away.
     */
    ObjectSchema workingSchema() {
        return converted() ? storedSchema.or(this::schemaOfOther).orElse(ObjectSchema.OPEN) : schema();
    }

    private Optional<ObjectSchema> schemaOfOther() {
        return forms.find(storedKind.groupVersion().toString()).map(form -> form.version().schema());
    }

    /** Returns every form of the objects. */
    KnownForms forms() {
        return forms;
    }

    /** Returns a stored object as strategies see it; what is not looked into stays as it is stored. */
    ApiObject stored(CacheEntry entry) {
        return converted() ? entry.toObject(storedKind) : entry.toUnreadObject(kind);
    }

    /** Returns an object that strategies see, as clients see it: not to be changed, since it may be the same. */
    ApiObject shown(ApiObject stored) {
        return converted() ? converted(stored.deepCopy(), kind, version) : stored;
    }

    static ApiObject shown(
            CacheEntry entry, GroupVersionKind kind, ResourceVersion version, GroupVersionKind storedKind) {
        return version.conversion() == Conversion.NONE
                ? entry.toObject(kind) : converted(entry.toObject(storedKind), kind, version);
    }

    private static ApiObject converted(ApiObject object, GroupVersionKind kind, ResourceVersion version) {
        version.conversion().fromStored(object);
        version.schema().complete(object);
        object.setKind(kind);
        return object;
    }

    /** Turns an object that a client sent into one that strategies see, defaults of both versions included. */
    void toStored(ApiObject object) {
        schema().applyDefaults(object);
        if (converted()) {
            version.conversion().toStored(object);
            object.setKind(storedKind);
            workingSchema().applyDefaults(object);
        }
    }
}
