package mortise.core.patch;

import java.util.List;
import java.util.Set;
import mortise.spi.group.Field;
import mortise.spi.group.Field.ListKind;
import mortise.spi.group.Field.Merge;
import mortise.spi.group.Field.Presence;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;

/** A kind made up for tests, with a field for everything that patches ask of types. */
final class Robots {

    private static final StructType TOOL = StructType.of("io.robots.v1.Tool", List.of(
            Field.of("port", 1, ValueType.INT32), Field.of("label", 2, ValueType.STRING)));

    private static final StructType ARM = StructType.of("io.robots.v1.Arm", List.of(
            Field.of("name", 1, ValueType.STRING), Field.of("length", 2, ValueType.INT32),
            merged("tools", 3, ValueType.listOf(ValueType.of(TOOL)), Set.of("merge"), "port"),
            Field.of("labels", 4, ValueType.mapOf(ValueType.STRING)),
            Field.of("grip", 5, ValueType.STRING), Field.of("glue", 6, ValueType.STRING)));

    /** The key field of server-side apply differs from the one of patches, as it may. */
    private static final StructType SPEC = StructType.of("io.robots.v1.RobotSpec", List.of(
            merged("arms", 1, ValueType.listOf(ValueType.of(ARM)), Set.of("merge", "retainKeys"), "name"),
            merged("tags", 2, ValueType.STRINGS, Set.of("merge"), ""),
            merged("sizes", 3, ValueType.listOf(ValueType.INT32), Set.of("merge"), ""),
            Field.of("notes", 4, ValueType.listOf(ValueType.of(ARM))),
            Field.of("labels", 5, ValueType.mapOf(ValueType.STRING)),
            Field.of("byName", 6, ValueType.mapOf(ValueType.of(ARM))),
            merged("fixed", 7, ValueType.of(TOOL), Set.of("replace"), ""),
            Field.of("main", 8, ValueType.of(ARM)), Field.of("size", 9, ValueType.INT32),
            Field.of("raw", 10, ValueType.JSON),
            merged("keyless", 11, ValueType.listOf(ValueType.of(TOOL)), Set.of("merge"), ""),
            Field.of("either", 12, ValueType.alternative(ValueType.Kind.STRUCT_OR_BOOLEAN, ARM))));

    static final StructType ROBOT = StructType.of("io.robots.v1.Robot", List.of(
            Field.of("kind", 1, ValueType.STRING), Field.of("spec", 2, ValueType.of(SPEC))));

    private Robots() {
    }

    private static Field merged(String name, int number, ValueType type, Set<String> strategies, String key) {
        return new Field(name, type, List.of(number), Presence.UNLESS_EMPTY, false, null, List.of(),
                new Merge(ListKind.MAP, List.of("label"), false, strategies, key));
    }
}
