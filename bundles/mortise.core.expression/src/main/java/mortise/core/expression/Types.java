package mortise.core.expression;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Says what our types are to the type checker; objects are found out as they are met. Any thread. */
final class Types implements CelTypeProvider {

    private final Map<String, CelType> known = new ConcurrentHashMap<>();

    CelType of(ExpressionType type) {
        return switch (type.kind()) {
            case DYN -> SimpleType.DYN;
            case BOOL -> SimpleType.BOOL;
            case INT -> SimpleType.INT;
            case DOUBLE -> SimpleType.DOUBLE;
            case STRING -> SimpleType.STRING;
            case BYTES -> SimpleType.BYTES;
            case TIMESTAMP -> SimpleType.TIMESTAMP;
            case DURATION -> SimpleType.DURATION;
            case LIST -> ListType.create(of(type.element()));
            case MAP -> MapType.create(SimpleType.STRING, of(type.element()));
            case OPTIONAL -> OptionalType.create(of(type.element()));
            case OPAQUE -> OpaqueType.create(type.name());
            case OBJECT -> object(type);
        };
    }

    private CelType object(ExpressionType type) {
        CelType found = known.get(type.name());
        if (found != null) {
            return found;
        }
        var fields = new LinkedHashMap<String, ExpressionType>();
        type.fields().forEach((name, field) -> {
            if (type.isNamed()) {
                fields.put(name, field);
            } else {
                Identifiers.escape(name).ifPresent(id -> fields.put(id, field));
            }
        });
        StructType made = StructType.create(type.name(), ImmutableSet.copyOf(fields.keySet()),
                name -> Optional.ofNullable(fields.get(name)).map(this::of));
        CelType before = known.putIfAbsent(type.name(), made);
        return before == null ? made : before;
    }

    @Override
    public ImmutableCollection<CelType> types() {
        return ImmutableSet.copyOf(known.values());
    }

    @Override
    public Optional<CelType> findType(String name) {
        return Optional.ofNullable(known.get(name));
    }
}
