package mortise.spi.group;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object or of a part of one. Looks immutable: the fields are found out when somebody first asks, so
 * that types may contain themselves and unused ones cost nothing. Any thread.
 */
public final class StructType {

    private record Members(List<Field> inOrder, Map<String, Field> byName) {
    }

    private final String name;
    private final boolean atomic;
    private final Supplier<List<Field>> source;
    private final UnaryOperator<String> descriptions;
    private volatile @Nullable Members members;

    /**
     * Makes a type.
     *
     * @param name name in OpenAPI documents, for example {@code io.k8s.api.core.v1.PodSpec}
     * @param atomic whether server-side apply takes a value as a whole ({@code x-kubernetes-map-type})
     * @param fields gives the fields, in the order in which they are written; called at most a few times, by any thread
     * @param descriptions gives the text that describes a field, or with an empty name the type; may read a file
     */
    public StructType(
            String name, boolean atomic, Supplier<List<Field>> fields, UnaryOperator<String> descriptions) {
        this.name = name;
        this.atomic = atomic;
        this.source = fields;
        this.descriptions = descriptions;
    }

    /** Makes a type without descriptions. */
    public static StructType of(String name, List<Field> fields) {
        return new StructType(name, false, () -> fields, field -> "");
    }

    /** Returns the name in OpenAPI documents. */
    public String name() {
        return name;
    }

    /** Says whether server-side apply takes a value as a whole. */
    public boolean atomic() {
        return atomic;
    }

    /** Returns the fields in the order in which they are written; unmodifiable. */
    public List<Field> fields() {
        return members().inOrder();
    }

    /** Returns a field by its JSON name, or {@code null}. */
    public @Nullable Field field(String field) {
        return members().byName().get(field);
    }

    /** Returns the text that describes a field, or the type when the name is empty; empty when there is none. */
    public String description(String field) {
        return descriptions.apply(field);
    }

    private Members members() {
        Members known = members;
        if (known == null) {
            List<Field> fields = List.copyOf(source.get());
            var byName = new HashMap<String, Field>(fields.size() * 2);
            fields.forEach(field -> byName.put(field.name(), field));
            known = new Members(fields, byName);
            members = known;
        }
        return known;
    }

    @Override
    public String toString() {
        return name;
    }
}
