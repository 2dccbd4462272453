package mortise.core.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import mortise.api.JsonStruct;
import mortise.spi.group.Field;
import mortise.spi.group.StructType;
import mortise.spi.group.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * Does something to every struct of a tree, to outer ones first. What there is to do below a type is found out when an
 * object of it is first seen, so that parts of a tree where nothing is to be done are not looked at. Any thread.
 */
final class Walk {

    /** What is done to structs of one type. */
    private static final class Node {
        private final @Nullable Consumer<Map<String, @Nullable Object>> action;
        private List<Child> children = List.of();
        /** The children by field: most fields of a type are in no object, so it is those of the object that count. */
        private Map<String, Child> byField = Map.of();
        private List<Child> always = List.of();
        private boolean needed;

        Node(@Nullable Consumer<Map<String, @Nullable Object>> action) {
            this.action = action;
            this.needed = action != null;
        }
    }

    /**
     * A field below which something is to be done.
     *
     * @param always whether objects have the struct even when the tree has not
     */
    private record Child(String field, ValueType type, Node node, boolean always) {
    }

    private final Function<StructType, @Nullable Consumer<Map<String, @Nullable Object>>> actions;
    /** What is planned already, and complete. */
    private final Map<StructType, Node> nodes = new ConcurrentHashMap<>();

    /**
     * Makes a walk for any types.
     *
     * @param actions gives what is done to structs of a type, {@code null} for nothing; asked once for each type
     */
    Walk(Function<StructType, @Nullable Consumer<Map<String, @Nullable Object>>> actions) {
        this.actions = actions;
    }

    /** Walks through a tree of a type; may change it. */
    void apply(Map<String, @Nullable Object> tree, StructType type) {
        Node planned = nodes.get(type);
        Node node = planned != null ? planned : plan(type);
        if (node.needed) {
            apply(tree, node);
        }
    }

    private synchronized Node plan(StructType type) {
        var added = new HashMap<StructType, Node>();
        Node node = node(type, added);
        spreadNeed(added.values());
        added.values().forEach(Walk::keepNeeded);
        nodes.putAll(added);
        return node;
    }

    private static void keepNeeded(Node node) {
        node.children = node.children.stream().filter(child -> child.node.needed).toList();
        node.byField = new HashMap<>();
        node.children.forEach(child -> node.byField.put(child.field, child));
        node.always = node.children.stream().filter(Child::always).toList();
    }

    private Node node(StructType struct, Map<StructType, Node> added) {
        Node known = nodes.getOrDefault(struct, added.get(struct));
        if (known != null) {
            return known;
        }
        var node = new Node(actions.apply(struct));
        added.put(struct, node);
        var children = new ArrayList<Child>();
        for (Field field : struct.fields()) {
            StructType below = structBelow(field.type());
            if (below != null) {
                boolean always = field.presence() == Field.Presence.ALWAYS
                        && field.type().kind() == ValueType.Kind.STRUCT;
                children.add(new Child(field.name(), field.type(), node(below, added), always));
            }
        }
        node.children = children;
        return node;
    }

    private static @Nullable StructType structBelow(ValueType type) {
        ValueType inner = type;
        while (inner.struct() == null && inner.element() != null) {
            inner = inner.element();
        }
        return inner.struct();
    }

    /** Types may contain each other, so need spreads until it has come everywhere. */
    private static void spreadNeed(Collection<Node> nodes) {
        boolean spread = true;
        while (spread) {
            spread = false;
            for (Node node : nodes) {
                if (!node.needed && node.children.stream().anyMatch(child -> child.node.needed)) {
                    node.needed = true;
                    spread = true;
                }
            }
        }
    }

    private static void apply(Map<String, @Nullable Object> struct, Node node) {
        if (node.action != null) {
            node.action.accept(struct);
        }
        if (node.children.isEmpty()) {
            return;
        }
        for (Map.Entry<String, @Nullable Object> field : struct.entrySet()) {
            Object value = field.getValue();
            Child child = value instanceof Map || value instanceof List ? node.byField.get(field.getKey()) : null;
            if (child != null) {
                descend(value, child.type, child.node);
            }
        }
        List<Child> always = node.always;
        for (int i = 0; i < always.size(); i++) {
            if (struct.get(always.get(i).field) == null) {
                addMissing(struct, always.get(i));
            }
        }
    }

    private static void addMissing(Map<String, @Nullable Object> struct, Child child) {
        var missing = new LinkedHashMap<String, @Nullable Object>();
        apply(missing, child.node);
        if (!missing.isEmpty()) {
            struct.put(child.field, missing);
        }
    }

    /** What nobody has looked into is as it was stored, after everything was done to it. */
    @SuppressWarnings("unchecked")
    private static void descend(@Nullable Object value, ValueType type, Node node) {
        if (JsonStruct.isUnread(value)) {
            return;
        }
        if (value instanceof List<?> list) {
            ValueType element = element(type);
            for (int i = 0; i < list.size(); i++) {
                descend(list.get(i), element, node);
            }
        } else if (value instanceof Map<?, ?> map) {
            if (type.kind() == ValueType.Kind.MAP) {
                ValueType element = element(type);
                map.values().forEach(item -> descend(item, element, node));
            } else {
                apply((Map<String, @Nullable Object>) map, node);
            }
        }
    }

    private static ValueType element(ValueType type) {
        return type.element() == null ? type : type.element();
    }
}
