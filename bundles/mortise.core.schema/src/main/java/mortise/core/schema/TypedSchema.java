package mortise.core.schema;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a kind whose fields are known. Objects are checked, defaulted and completed by walks that follow the
 * types; what a value must be beyond its type is for the group to validate. The top-level {@code metadata}, which the
 * core checks for every kind, is left alone. Immutable; any thread.
 */
public final class TypedSchema implements ObjectSchema {

    private final StructType type;
    private final Walks walks;

    /**
     * Makes a schema.
     *
     * @param rules by the last three parts of a type's name, for example {@code core.v1.Container}: what sets those
     *     defaults of a struct of that type that its fields do not tell. Called before anything inside the struct is
     *     looked at; doing it twice must be the same as once
     */
    public TypedSchema(StructType type, Map<String, Consumer<Map<String, @Nullable Object>>> rules) {
        this(type, Walks.of(List.of(() -> rules)));
    }

    /** Makes a schema that shares walks with others. */
    TypedSchema(StructType type, Walks walks) {
        this.type = type;
        this.walks = walks;
    }

    @Override
    public Optional<StructType> type() {
        return Optional.of(type);
    }

    @Override
    public List<String> prune(ApiObject object) {
        return new Prune().object(object.tree(), type);
    }

    @Override
    public void applyDefaults(ApiObject object) {
        walks.defaults().apply(object.tree(), type);
    }

    /** Finds nothing wrong: what {@link #prune} let through has the right types, and no more is known here. */
    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return List.of();
    }

    @Override
    public void complete(ApiObject object) {
        walks.completion().apply(object.tree(), type);
    }
}
