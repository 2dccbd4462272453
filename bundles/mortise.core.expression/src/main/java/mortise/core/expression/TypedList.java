package mortise.core.expression;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import mortise.spi.group.Field;
import org.jspecify.annotations.Nullable;

/** A list of a tree whose elements are dressed when they are read, and which may be a set or a map by its keys. */
final class TypedList extends AbstractList<@Nullable Object> {

    private final List<?> raw;
    private final ExpressionType type;

    TypedList(List<?> raw, ExpressionType type) {
        this.raw = raw;
        this.type = type;
    }

    @Override
    public @Nullable Object get(int index) {
        return Values.dress(raw.get(index), type.element());
    }

    @Override
    public int size() {
        return raw.size();
    }

    boolean isOrdered() {
        return type.listKind() == Field.ListKind.ATOMIC;
    }

    /** Says whether both hold the same elements, in whatever order. */
    boolean sameElements(List<?> other) {
        if (size() != other.size()) {
            return false;
        }
        for (Object element : this) {
            int found = find(element, other);
            if (found < 0 || !Values.equal(element, other.get(found))) {
                return false;
            }
        }
        return true;
    }

    /** Returns this list with those of another one: set elements once, and keyed elements in place of their like. */
    List<@Nullable Object> merged(List<?> other) {
        var sum = new ArrayList<@Nullable Object>(this);
        for (Object element : other) {
            int found = find(element, sum);
            if (found < 0) {
                sum.add(element);
            } else if (type.listKind() == Field.ListKind.MAP) {
                sum.set(found, element);
            }
        }
        return new Merged(sum, this);
    }

    private int find(@Nullable Object element, List<?> list) {
        for (int i = 0; i < list.size(); i++) {
            if (sameIdentity(element, list.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private boolean sameIdentity(@Nullable Object a, @Nullable Object b) {
        if (type.listKind() == Field.ListKind.SET) {
            return Values.equal(a, b);
        }
        for (String key : type.keys()) {
            if (!Values.equal(part(a, key), part(b, key))) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Object part(@Nullable Object element, String key) {
        if (element instanceof ObjectValue object) {
            return object.raw().get(key);
        }
        return element instanceof Map<?, ?> map ? map.get(key) : null;
    }

    /** A sum, which is as unordered as what it was made of. */
    static final class Merged extends AbstractList<@Nullable Object> {

        private final List<@Nullable Object> elements;
        private final TypedList like;

        Merged(List<@Nullable Object> elements, TypedList like) {
            this.elements = elements;
            this.like = like;
        }

        @Override
        public @Nullable Object get(int index) {
            return elements.get(index);
        }

        @Override
        public int size() {
            return elements.size();
        }

        boolean sameElements(List<?> other) {
            return size() == other.size() && elements.stream().allMatch(element -> {
                int found = like.find(element, other);
                return found >= 0 && Values.equal(element, other.get(found));
            });
        }
    }
}
