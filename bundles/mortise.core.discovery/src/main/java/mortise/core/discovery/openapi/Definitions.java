package mortise.core.discovery.openapi;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import mortise.api.GroupVersionKind;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/** The types that a document describes: those it was given and all that they consist of. Serves one thread. */
final class Definitions {

    private static final Comparator<GroupVersionKind> ORDER = Comparator.comparing(GroupVersionKind::group)
            .thenComparing(GroupVersionKind::version).thenComparing(GroupVersionKind::kind);

    private final Map<String, StructType> structs = new TreeMap<>();
    private final Map<String, Special> specials = new TreeMap<>();
    private final Map<String, Set<GroupVersionKind>> kinds = new TreeMap<>();
    private final Set<String> open = new HashSet<>();

    /** Adds a type and what it consists of; of two with one name the first stays, unless nothing is known of it. */
    void add(StructType type) {
        if (!type.fields().isEmpty() && open.remove(type.name())) {
            structs.remove(type.name());
        }
        if (structs.putIfAbsent(type.name(), type) == null) {
            type.fields().forEach(field -> visit(field.type()));
        }
    }

    /** Adds a type of which nothing is known but its name. */
    void addOpen(String name) {
        if (structs.putIfAbsent(name, StructType.of(name, List.of())) == null) {
            open.add(name);
        }
    }

    void add(Special special) {
        specials.put(special.schema(), special);
    }

    /** Says that bodies of a kind have the type of that name. */
    void mark(String name, GroupVersionKind kind) {
        kinds.computeIfAbsent(name, any -> new TreeSet<>(ORDER)).add(kind);
    }

    /** Gives the schema of every definition, in the order of their names. */
    void write(Dialect dialect, BiConsumer<String, Map<String, Object>> to) {
        var form = new SchemaForm(dialect);
        var names = new TreeSet<>(structs.keySet());
        names.addAll(specials.keySet());
        for (String name : names) {
            Special special = specials.get(name);
            to.accept(name, special != null ? special.form(dialect) : form(form, name));
        }
    }

    private Map<String, Object> form(SchemaForm form, String name) {
        Set<GroupVersionKind> marks = kinds.getOrDefault(name, Set.of());
        StructType struct = structs.get(name);
        return struct == null || open.contains(name) ? form.open(marks) : form.struct(struct, marks);
    }

    /** Tells everything that the written form depends on. */
    void tell(Consumer<String> listener) {
        specials.forEach((name, special) -> listener.accept(name + special));
        kinds.forEach((name, marks) -> listener.accept(name + marks));
        structs.values().forEach(struct -> tell(struct, listener));
    }

    private static void tell(StructType struct, Consumer<String> listener) {
        listener.accept(struct.name() + struct.atomic());
        listener.accept(struct.description(""));
        for (Field field : struct.fields()) {
            Field.Merge merge = field.merge();
            listener.accept(field.name() + ' ' + field.type() + field.presence() + field.required()
                    + field.defaultValue() + merge.list() + merge.keys() + merge.atomic()
                    + new TreeSet<>(merge.patchStrategies()) + merge.patchMergeKey());
            listener.accept(struct.description(field.name()));
            unnamed(field.type(), listener);
        }
    }

    /** What has no name is nowhere but here. */
    private static void unnamed(@Nullable ValueType type, Consumer<String> listener) {
        if (type == null) {
            return;
        }
        StructType struct = type.struct();
        if (struct != null && struct.name().isEmpty()) {
            tell(struct, listener);
        }
        unnamed(type.element(), listener);
    }

    private void visit(ValueType type) {
        Special special = Special.of(type);
        if (special != null) {
            specials.put(special.schema(type), special);
            return;
        }
        StructType struct = type.struct();
        if (struct != null && struct.name().isEmpty()) {
            struct.fields().forEach(field -> visit(field.type()));
        } else if (struct != null) {
            add(struct);
        }
        ValueType element = type.element();
        if (element != null) {
            visit(element);
        }
    }
}
