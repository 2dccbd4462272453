package mortise.core.schema;

import java.util.List;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;

/**
 * The types that all groups share: those of metadata, options, answers and discovery. Each group has copies of those
 * that its kinds contain. The types are read from a table when they are first asked for. Any thread.
 */
public final class MetaTypes {

    /** Reads the table once, when a type is first asked for. */
    private static final class Table {

        static final Kinds KINDS = Kinds.load(MetaTypes.class).build();
    }

    /** The library that definitions come from has no model of these two. */
    private static final class Partial {

        static final StructType OBJECT = StructType.of(
                TablesTypes.fullName("meta.v1.PartialObjectMetadata"),
                List.of(envelope("kind"), envelope("apiVersion"),
                        Field.of("metadata", 1, ValueType.of(objectMeta()))));
        static final StructType LIST = StructType.of(
                TablesTypes.fullName("meta.v1.PartialObjectMetadataList"),
                List.of(envelope("kind"), envelope("apiVersion"),
                        Field.of("metadata", 1, ValueType.of(listMeta())),
                        Field.of("items", 2, ValueType.listOf(ValueType.of(OBJECT)))));

        private static Field envelope(String name) {
            return new Field(name, ValueType.STRING, List.of(), Field.Presence.UNLESS_EMPTY, false, null, List.of(),
                    Field.Merge.USUAL);
        }
    }

    private MetaTypes() {
    }

    /**
     * Returns a type of {@code meta.v1} by its last name, for example {@code LabelSelector}.
     *
     * @throws java.util.NoSuchElementException when there is none; {@code Table} is no type of the table
     */
    public static StructType type(String name) {
        return Table.KINDS.type("meta.v1." + name);
    }

    public static StructType objectMeta() {
        return type("ObjectMeta");
    }

    public static StructType listMeta() {
        return type("ListMeta");
    }

    public static StructType status() {
        return type("Status");
    }

    public static StructType deleteOptions() {
        return type("DeleteOptions");
    }

    public static StructType watchEvent() {
        return type("WatchEvent");
    }

    public static StructType labelSelector() {
        return type("LabelSelector");
    }

    public static StructType condition() {
        return type("Condition");
    }

    /** Returns the type of objects of which only the metadata is shown. */
    public static StructType partialObjectMetadata() {
        return Partial.OBJECT;
    }

    /** Returns the type of lists of {@link #partialObjectMetadata}. */
    public static StructType partialObjectMetadataList() {
        return Partial.LIST;
    }
}
