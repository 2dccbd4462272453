package mortise.spi.group;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A field of a struct. Immutable.
 *
 * @param name its name in JSON
 * @param type what its values are
 * @param wire its protobuf field number; before it the numbers of the messages that are flattened into this struct
 *     in JSON, outermost first; empty when the field has no protobuf form ({@code apiVersion} and {@code kind})
 * @param presence when it is written
 * @param required whether OpenAPI documents list it as required
 * @param defaultValue a tree value that an absent field gets, or {@code null}; not to be changed
 * @param values the texts that are allowed, or empty when any is
 * @param merge how patches and server-side apply change it
 */
public record Field(
        String name,
        ValueType type,
        List<Integer> wire,
        Presence presence,
        boolean required,
        @Nullable Object defaultValue,
        List<String> values,
        Merge merge) {

    /** When a field is written, and what of it is kept when it is read. */
    public enum Presence {
        /** Not written when zero, empty or absent; so an explicit zero is the same as no field. */
        UNLESS_EMPTY,
        /** Written when the field is there, zero or not. */
        IF_SET,
        /** Always written: absent means zero, {@code {}}, or {@code null} for lists, maps and times. */
        ALWAYS,
        /** Always written: absent means {@code null}. */
        ALWAYS_OR_NULL
    }

    /** How the elements of a list are told apart. */
    public enum ListKind {
        /** They are not: the list is replaced as a whole. Also the kind of everything that is no list. */
        ATOMIC,
        /** By their value. */
        SET,
        /** By the value of their keys. */
        MAP
    }

    /**
     * How patches and server-side apply change a field.
     *
     * @param list how the elements of a list are told apart
     * @param keys names of the key fields of a {@link ListKind#MAP}
     * @param atomic whether a struct or map is replaced as a whole
     * @param patchStrategies of strategic merge patch: {@code merge}, {@code replace}, {@code retainKeys}
     * @param patchMergeKey key field of strategic merge patch; empty for none
     */
    public record Merge(
            ListKind list, List<String> keys, boolean atomic, Set<String> patchStrategies, String patchMergeKey) {

        /** Lists are replaced, structs and maps are merged. */
        public static final Merge USUAL = new Merge(ListKind.ATOMIC, List.of(), false, Set.of(), "");

        public Merge {
            keys = List.copyOf(keys);
            patchStrategies = Set.copyOf(patchStrategies);
        }
    }

    public Field {
        wire = List.copyOf(wire);
        values = List.copyOf(values);
    }

    /** Returns an optional field that is written unless it is empty. */
    public static Field of(String name, int number, ValueType type) {
        return new Field(name, type, List.of(number), Presence.UNLESS_EMPTY, false, null, List.of(), Merge.USUAL);
    }
}
