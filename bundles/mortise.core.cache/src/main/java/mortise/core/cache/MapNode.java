package mortise.core.cache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import mortise.spi.storage.KeyOrder;
import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link PersistentMap}. Never changes. What {@link #put} and {@link #remove} return may be one too wide or
 * too narrow; whoever puts it into a tree mends that.
 */
abstract sealed class MapNode<V> permits MapNode.Leaf, MapNode.Branch {

    /** Wide enough for a flat tree, narrow enough that copying a path is a few hundred bytes each. */
    static final int WIDTH_MAX = 32;

    private static final int WIDTH_MIN = 10;

    /** Of a leaf its keys, of a branch the lowest key under each child (the first one is never looked at). */
    final String[] keys;

    MapNode(String[] keys) {
        this.keys = keys;
    }

    final int width() {
        return keys.length;
    }

    abstract long size();

    abstract @Nullable V get(String key);

    abstract MapNode<V> put(String key, V value);

    abstract MapNode<V> remove(String key);

    /** How many keys are lower. */
    abstract long rank(String key);

    abstract MapNode<V> slice(int from, int to);

    abstract MapNode<V> join(MapNode<V> right);

    static <V> List<MapNode<V>> halves(MapNode<V> node) {
        int middle = node.width() / 2;
        return List.of(node.slice(0, middle), node.slice(middle, node.width()));
    }

    /** Where the key is, or -(where it would be) - 1. */
    final int find(String key) {
        return Arrays.binarySearch(keys, key, KeyOrder.INSTANCE);
    }

    /** The first position whose key is not lower. */
    final int lowerBound(String key) {
        int found = find(key);
        return found < 0 ? -found - 1 : found;
    }

    static final class Leaf<V> extends MapNode<V> {

        private final Object[] values;

        private Leaf(String[] keys, Object[] values) {
            super(keys);
            this.values = values;
        }

        static <V> Leaf<V> empty() {
            return new Leaf<>(new String[0], new Object[0]);
        }

        /** Cuts into leaves of about equal width, none of them full so that changes do not split them at once. */
        static <V> List<MapNode<V>> leaves(List<V> sorted, Function<? super V, String> keyOf) {
            int count = (sorted.size() + WIDTH_MAX * 3 / 4 - 1) / (WIDTH_MAX * 3 / 4);
            var leaves = new ArrayList<MapNode<V>>(count);
            @Nullable String last = null;
            for (int i = 0; i < count; i++) {
                int from = (int) ((long) sorted.size() * i / count);
                int to = (int) ((long) sorted.size() * (i + 1) / count);
                var keys = new String[to - from];
                for (int k = 0; k < keys.length; k++) {
                    keys[k] = keyOf.apply(sorted.get(from + k));
                    if (last != null && KeyOrder.INSTANCE.compare(last, keys[k]) >= 0) {
                        throw new IllegalArgumentException("not in order: " + last + ", " + keys[k]);
                    }
                    last = keys[k];
                }
                leaves.add(new Leaf<>(keys, sorted.subList(from, to).toArray()));
            }
            return leaves;
        }

        @SuppressWarnings("unchecked") // Only values of this type get in.
        V value(int position) {
            return (V) values[position];
        }

        /** The position behind the last key that is lower; the width when the end is empty. */
        int endBefore(String to) {
            boolean all = to.isEmpty() || keys.length == 0
                    || KeyOrder.INSTANCE.compare(keys[keys.length - 1], to) < 0;
            return all ? keys.length : lowerBound(to);
        }

        @Override
        long size() {
            return keys.length;
        }

        @Override
        @Nullable V get(String key) {
            int position = find(key);
            return position < 0 ? null : value(position);
        }

        @Override
        MapNode<V> put(String key, V value) {
            int position = find(key);
            if (position >= 0) {
                Object[] changed = values.clone();
                changed[position] = value;
                return new Leaf<>(keys, changed);
            }
            int at = -position - 1;
            String[] newKeys = Arrays.copyOf(keys, keys.length + 1);
            Object[] newValues = Arrays.copyOf(values, values.length + 1);
            System.arraycopy(keys, at, newKeys, at + 1, keys.length - at);
            System.arraycopy(values, at, newValues, at + 1, values.length - at);
            newKeys[at] = key;
            newValues[at] = value;
            return new Leaf<>(newKeys, newValues);
        }

        @Override
        MapNode<V> remove(String key) {
            int at = find(key);
            if (at < 0) {
                return this;
            }
            String[] newKeys = Arrays.copyOf(keys, keys.length - 1);
            Object[] newValues = Arrays.copyOf(values, values.length - 1);
            System.arraycopy(keys, at + 1, newKeys, at, newKeys.length - at);
            System.arraycopy(values, at + 1, newValues, at, newValues.length - at);
            return new Leaf<>(newKeys, newValues);
        }

        @Override
        long rank(String key) {
            return lowerBound(key);
        }

        @Override
        MapNode<V> slice(int from, int to) {
            return new Leaf<>(Arrays.copyOfRange(keys, from, to), Arrays.copyOfRange(values, from, to));
        }

        @Override
        MapNode<V> join(MapNode<V> right) {
            var other = (Leaf<V>) right;
            String[] newKeys = Arrays.copyOf(keys, keys.length + other.keys.length);
            Object[] newValues = Arrays.copyOf(values, values.length + other.values.length);
            System.arraycopy(other.keys, 0, newKeys, keys.length, other.keys.length);
            System.arraycopy(other.values, 0, newValues, values.length, other.values.length);
            return new Leaf<>(newKeys, newValues);
        }
    }

    static final class Branch<V> extends MapNode<V> {

        private final List<MapNode<V>> children;
        private final long size;

        Branch(List<MapNode<V>> children) {
            super(lowest(children));
            this.children = children;
            long sum = 0;
            for (MapNode<V> child : children) {
                sum += child.size();
            }
            this.size = sum;
        }

        static <V> List<MapNode<V>> over(List<MapNode<V>> level) {
            int count = (level.size() + WIDTH_MAX * 3 / 4 - 1) / (WIDTH_MAX * 3 / 4);
            var branches = new ArrayList<MapNode<V>>(count);
            for (int i = 0; i < count; i++) {
                int from = (int) ((long) level.size() * i / count);
                int to = (int) ((long) level.size() * (i + 1) / count);
                branches.add(new Branch<>(List.copyOf(level.subList(from, to))));
            }
            return branches;
        }

        private static <V> String[] lowest(List<MapNode<V>> children) {
            var lowest = new String[children.size()];
            for (int i = 0; i < lowest.length; i++) {
                lowest[i] = children.get(i).keys[0];
            }
            return lowest;
        }

        MapNode<V> child(int position) {
            return children.get(position);
        }

        /** The child under which the key is, or would be. */
        int childOf(String key) {
            int found = find(key);
            return found >= 0 ? found : Math.max(0, -found - 2);
        }

        @Override
        long size() {
            return size;
        }

        @Override
        @Nullable V get(String key) {
            return child(childOf(key)).get(key);
        }

        @Override
        MapNode<V> put(String key, V value) {
            int position = childOf(key);
            MapNode<V> changed = child(position).put(key, value);
            return changed.width() > WIDTH_MAX
                    ? replace(position, position + 1, halves(changed))
                    : replace(position, position + 1, List.of(changed));
        }

        @Override
        MapNode<V> remove(String key) {
            int position = childOf(key);
            MapNode<V> changed = child(position).remove(key);
            if (changed == child(position)) {
                return this;
            }
            if (changed.width() >= WIDTH_MIN || width() == 1) {
                return replace(position, position + 1, List.of(changed));
            }
            int left = position > 0 ? position - 1 : position;
            MapNode<V> joined = position > 0 ? child(left).join(changed) : changed.join(child(position + 1));
            return replace(left, left + 2, joined.width() > WIDTH_MAX ? halves(joined) : List.of(joined));
        }

        private Branch<V> replace(int from, int to, List<MapNode<V>> nodes) {
            var changed = new ArrayList<MapNode<V>>(children.size() + 1);
            changed.addAll(children.subList(0, from));
            changed.addAll(nodes);
            changed.addAll(children.subList(to, children.size()));
            return new Branch<>(List.copyOf(changed));
        }

        @Override
        long rank(String key) {
            int position = childOf(key);
            long lower = child(position).rank(key);
            for (int i = 0; i < position; i++) {
                lower += child(i).size();
            }
            return lower;
        }

        @Override
        MapNode<V> slice(int from, int to) {
            return new Branch<>(List.copyOf(children.subList(from, to)));
        }

        @Override
        MapNode<V> join(MapNode<V> right) {
            var all = new ArrayList<MapNode<V>>(children);
            all.addAll(((Branch<V>) right).children);
            return new Branch<>(List.copyOf(all));
        }
    }
}
