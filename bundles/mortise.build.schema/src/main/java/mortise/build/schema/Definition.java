package mortise.build.schema;

import java.util.List;
import mortise.spi.group.Field.ListKind;
import mortise.spi.group.Field.Presence;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object or of a part of one.
 *
 * @param name short name, for example {@code core.v1.PodSpec}
 * @param atomic whether server-side apply takes a value as a whole
 * @param description text for people
 * @param members the fields in the order in which they are written
 */
record Definition(String name, boolean atomic, String description, List<Member> members) {

    /**
     * A field; see {@link mortise.spi.group.Field}.
     *
     * @param defaultValue a {@code String}, {@code Long}, {@code Boolean}, an empty map or a list of texts, or
     *     {@code null}
     */
    record Member(
            String name, Type type, List<Integer> wire, Presence presence, boolean required,
            @Nullable Object defaultValue, List<String> values, ListKind list, List<String> keys, boolean atomic,
            List<String> patchStrategies, String patchMergeKey, String description) {
    }
}
