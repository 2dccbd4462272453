package mortise.core.schema;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.StructType;
import org.jspecify.annotations.Nullable;

/** A schema that is made when it is first used, so that kinds nobody writes cost nothing at the start. Any thread. */
final class KindsSchema implements ObjectSchema {

    private final Supplier<ObjectSchema> source;
    private volatile @Nullable ObjectSchema schema;

    KindsSchema(Supplier<ObjectSchema> source) {
        this.source = source;
    }

    private ObjectSchema schema() {
        ObjectSchema known = schema;
        if (known == null) {
            known = source.get();
            schema = known;
        }
        return known;
    }

    @Override
    public Optional<StructType> type() {
        return schema().type();
    }

    @Override
    public List<String> prune(ApiObject object) {
        return schema().prune(object);
    }

    @Override
    public void applyDefaults(ApiObject object) {
        schema().applyDefaults(object);
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        return schema().validate(object, old);
    }

    @Override
    public void complete(ApiObject object) {
        schema().complete(object);
    }
}
