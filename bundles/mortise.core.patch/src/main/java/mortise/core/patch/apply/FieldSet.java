package mortise.core.patch.apply;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A set of paths as a tree: at each step the elements in order, whether the path that ends there is in the set, and
 * what is below. Immutable; operations that change nothing return the same instance.
 */
final class FieldSet {

    static final FieldSet EMPTY = new FieldSet(new PathElement[0], new boolean[0], new FieldSet[0]);

    private final PathElement[] elements;
    private final boolean[] members;
    /** What is below each element; empty for nothing. */
    private final FieldSet[] below;
    /** Made when it is first asked for. */
    private volatile byte @Nullable [] json;

    private FieldSet(PathElement[] elements, boolean[] members, FieldSet[] below) {
        this.elements = elements;
        this.members = members;
        this.below = below;
    }

    /** Collects the elements of one step; they come in order, or are put in order at the end. For one thread. */
    static final class Step {

        /** Up to so many elements are put in order in their place; more are sorted, which takes memory. */
        private static final int FEW = 32;

        private PathElement[] elements;
        private boolean[] members;
        private FieldSet[] below;
        private int size;

        Step(int sizeMax) {
            elements = new PathElement[sizeMax];
            members = new boolean[sizeMax];
            below = new FieldSet[sizeMax];
        }

        /** Adds an element unless it stands for no path. */
        void add(PathElement element, boolean member, FieldSet under) {
            if (member || !under.isEmpty()) {
                elements[size] = element;
                members[size] = member;
                below[size++] = under;
            }
        }

        FieldSet set() {
            if (size == 0) {
                return EMPTY;
            }
            return size == elements.length ? new FieldSet(elements, members, below)
                    : new FieldSet(Arrays.copyOf(elements, size), Arrays.copyOf(members, size),
                            Arrays.copyOf(below, size));
        }

        /** Returns the set of elements that came in any order; of equal ones, nothing below is in it. */
        FieldSet ordered() {
            int inOrder = 1;
            while (inOrder < size && elements[inOrder - 1].compareTo(elements[inOrder]) < 0) {
                inOrder++;
            }
            if (inOrder < size) {
                if (size <= FEW) {
                    insert(inOrder);
                } else {
                    sort();
                }
                join();
            }
            return set();
        }

        private void insert(int from) {
            for (int i = from; i < size; i++) {
                PathElement element = elements[i];
                boolean member = members[i];
                FieldSet under = below[i];
                int at = i;
                for (; at > 0 && elements[at - 1].compareTo(element) > 0; at--) {
                    elements[at] = elements[at - 1];
                    members[at] = members[at - 1];
                    below[at] = below[at - 1];
                }
                elements[at] = element;
                members[at] = member;
                below[at] = under;
            }
        }

        private void sort() {
            Integer[] order = new Integer[size];
            Arrays.setAll(order, at -> at);
            PathElement[] found = elements;
            Arrays.sort(order, (one, other) -> found[one].compareTo(found[other]));
            var sorted = new Step(size);
            for (int at : order) {
                sorted.add(found[at], members[at], below[at]);
            }
            elements = sorted.elements;
            members = sorted.members;
            below = sorted.below;
        }

        private void join() {
            int kept = 0;
            for (int i = 1; i < size; i++) {
                if (elements[kept].equals(elements[i])) {
                    members[kept] = true;
                    below[kept] = EMPTY;
                } else if (++kept < i) {
                    elements[kept] = elements[i];
                    members[kept] = members[i];
                    below[kept] = below[i];
                }
            }
            size = kept + 1;
        }
    }

    boolean isEmpty() {
        return elements.length == 0;
    }

    /** Returns the set as compact JSON, not to be changed. */
    byte[] json() {
        byte[] known = json;
        if (known == null) {
            known = FieldsForm.json(this);
            json = known;
        }
        return known;
    }

    /** Notes the text that the set was read from, and that it would be written as. */
    void isWrittenAs(byte[] text) {
        json = text;
    }

    /** Returns how many elements the first step has. */
    int width() {
        return elements.length;
    }

    PathElement element(int at) {
        return elements[at];
    }

    boolean isMember(int at) {
        return members[at];
    }

    FieldSet below(int at) {
        return below[at];
    }

    /** Returns where an element is, or a negative number. */
    int find(PathElement element) {
        int low = 0;
        int high = elements.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = elements[middle].compareTo(element);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** Returns the paths of both. */
    FieldSet union(FieldSet other) {
        if (other == this || other.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return other;
        }
        var step = new Step(elements.length + other.elements.length);
        int i = 0;
        int j = 0;
        while (i < elements.length || j < other.elements.length) {
            int order = i == elements.length ? 1 : j == other.elements.length ? -1
                    : elements[i].compareTo(other.elements[j]);
            if (order < 0) {
                step.add(elements[i], members[i], below[i++]);
            } else if (order > 0) {
                step.add(other.elements[j], other.members[j], other.below[j++]);
            } else {
                step.add(elements[i], members[i] || other.members[j], below[i].union(other.below[j]));
                i++;
                j++;
            }
        }
        return step.set();
    }

    /** Returns the paths of this that are not in the other. */
    FieldSet minus(FieldSet other) {
        return minus(other, false);
    }

    /** Returns the paths of this that are not in the other and not below a path of it. */
    FieldSet minusBelow(FieldSet other) {
        return minus(other, true);
    }

    private FieldSet minus(FieldSet other, boolean deep) {
        for (int i = 0, j = 0; i < elements.length && j < other.elements.length;) {
            int order = elements[i].compareTo(other.elements[j]);
            if (order < 0) {
                i++;
            } else if (order > 0) {
                j++;
            } else {
                FieldSet left = deep && other.members[j] ? EMPTY : below[i].minus(other.below[j], deep);
                if (left != below[i] || members[i] && other.members[j]) {
                    return minusFrom(i, j, left, other, deep);
                }
                i++;
                j++;
            }
        }
        return this;
    }

    /** Does the work from the first difference on, of which it is known what is left below. */
    private FieldSet minusFrom(int from, int otherFrom, FieldSet leftThere, FieldSet other, boolean deep) {
        var step = new Step(elements.length);
        for (int i = 0; i < from; i++) {
            step.add(elements[i], members[i], below[i]);
        }
        step.add(elements[from], members[from] && !other.members[otherFrom], leftThere);
        int j = otherFrom + 1;
        for (int i = from + 1; i < elements.length; i++) {
            int order = -1;
            while (j < other.elements.length && (order = other.elements[j].compareTo(elements[i])) < 0) {
                j++;
            }
            if (j < other.elements.length && order == 0) {
                FieldSet left = deep && other.members[j] ? EMPTY : below[i].minus(other.below[j], deep);
                step.add(elements[i], members[i] && !other.members[j], left);
            } else {
                step.add(elements[i], members[i], below[i]);
            }
        }
        return step.set();
    }

    /** Says whether the other has all paths of this. */
    boolean isWithin(FieldSet other) {
        int j = 0;
        for (int i = 0; i < elements.length; i++) {
            int order = -1;
            while (j < other.elements.length && (order = other.elements[j].compareTo(elements[i])) < 0) {
                j++;
            }
            if (j == other.elements.length || order != 0 || members[i] && !other.members[j]
                    || !below[i].isWithin(other.below[j])) {
                return false;
            }
        }
        return true;
    }

    /** Returns the paths that are in both. */
    FieldSet intersect(FieldSet other) {
        var step = new Step(Math.min(elements.length, other.elements.length));
        for (int i = 0, j = 0; i < elements.length && j < other.elements.length;) {
            int order = elements[i].compareTo(other.elements[j]);
            if (order < 0) {
                i++;
            } else if (order > 0) {
                j++;
            } else {
                step.add(elements[i], members[i] && other.members[j], below[i].intersect(other.below[j]));
                i++;
                j++;
            }
        }
        return step.set();
    }

    /**
     * Returns the set with fields of structs that only lead to others as paths of their own. Members of maps and
     * elements of lists are left as they are.
     */
    FieldSet withNamedFields(Shape shape) {
        var step = new Step(elements.length);
        for (int i = 0; i < elements.length; i++) {
            Shape inner = shape.below(elements[i]);
            step.add(elements[i], members[i] || !below[i].isEmpty() && shape.declares(elements[i]),
                    below[i].isEmpty() ? EMPTY : below[i].withNamedFields(inner));
        }
        return step.set();
    }

    /** Hands over all paths as messages show them: at each step first those that end there. */
    void show(String prefix, Consumer<String> paths) {
        for (int i = 0; i < elements.length; i++) {
            if (members[i]) {
                paths.accept(shown(prefix, elements[i]));
            }
        }
        for (int i = 0; i < elements.length; i++) {
            if (!below[i].isEmpty()) {
                below[i].show(shown(prefix, elements[i]), paths);
            }
        }
    }

    private static String shown(String prefix, PathElement element) {
        var out = new StringBuilder(prefix);
        element.show(out);
        return out.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this || other instanceof FieldSet that && Arrays.equals(elements, that.elements)
                && Arrays.equals(members, that.members) && Arrays.equals(below, that.below);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(elements) + 31 * Arrays.hashCode(below);
    }

    @Override
    public String toString() {
        return new String(json(), StandardCharsets.UTF_8);
    }
}
