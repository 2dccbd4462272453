package mortise.core.schema;

import mortise.spi.group.StructType;

/**
 * The types that all groups share: those of metadata, options, answers and discovery. Each group has copies of those
 * that its kinds contain. The types are read from a table when they are first asked for. Any thread.
 */
public final class MetaTypes {

    /** Reads the table once, when a type is first asked for. */
    private static final class Table {

        static final Kinds KINDS = Kinds.load(MetaTypes.class).build();
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
}
