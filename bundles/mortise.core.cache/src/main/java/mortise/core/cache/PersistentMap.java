package mortise.core.cache;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import mortise.spi.storage.KeyOrder;
import org.jspecify.annotations.Nullable;

/**
 * An ordered map from texts to values ({@link KeyOrder}) that never changes: {@link #put} and {@link #remove} return
 * another map, which shares all but a few nodes with this one. So holding an old state costs nothing but the memory of
 * what has changed since. Any thread.
 *
 * <p>It is a B-tree of which every change copies the path from the root. Branches know the size of what is under them,
 * so counting a range takes two descents.
 */
public final class PersistentMap<V> {

    private static final PersistentMap<?> EMPTY = new PersistentMap<>(MapNode.Leaf.empty());

    private final MapNode<V> root;

    private PersistentMap(MapNode<V> root) {
        this.root = root;
    }

    /** Returns the map without entries. */
    @SuppressWarnings("unchecked") // It has no values.
    public static <V> PersistentMap<V> empty() {
        return (PersistentMap<V>) EMPTY;
    }

    /**
     * Returns the map of values that come in the strict order of their keys.
     *
     * @throws IllegalArgumentException when they do not
     */
    public static <V> PersistentMap<V> fromSorted(List<V> values, Function<? super V, String> keyOf) {
        if (values.isEmpty()) {
            return empty();
        }
        List<MapNode<V>> level = MapNode.Leaf.leaves(values, keyOf);
        while (level.size() > 1) {
            level = MapNode.Branch.over(level);
        }
        return new PersistentMap<>(level.get(0));
    }

    MapNode<V> root() {
        return root;
    }

    /** Returns the value of a key. */
    public Optional<V> get(String key) {
        return Optional.ofNullable(root.get(key));
    }

    /** Returns a map in which the key has the value. */
    public PersistentMap<V> put(String key, V value) {
        MapNode<V> changed = root.put(key, value);
        return new PersistentMap<>(
                changed.width() > MapNode.WIDTH_MAX ? new MapNode.Branch<>(MapNode.halves(changed)) : changed);
    }

    /** Returns a map without the key; this one when it does not have it. */
    public PersistentMap<V> remove(String key) {
        MapNode<V> changed = root.remove(key);
        if (changed == root) {
            return this;
        }
        while (changed instanceof MapNode.Branch<V> branch && branch.width() == 1) {
            changed = branch.child(0);
        }
        return changed.size() == 0 ? empty() : new PersistentMap<>(changed);
    }

    /** Returns how many entries there are. */
    public long size() {
        return root.size();
    }

    /**
     * Returns the values of a range, in key order.
     *
     * @param from first key, inclusive
     * @param to end, exclusive; empty for no end
     */
    public Iterator<V> range(String from, String to) {
        return new RangeIterator<>(root, from, to);
    }

    /** Returns how many entries a range has, without visiting them. */
    public long countRange(String from, String to) {
        long end = to.isEmpty() ? root.size() : root.rank(to);
        return Math.max(0, end - root.rank(from));
    }

    /** Walks over leaves from left to right; the ancestors of the leaf at hand are on a stack. */
    private static final class RangeIterator<V> implements Iterator<V> {

        private final String to;
        private final List<MapNode.Branch<V>> ancestors = new ArrayList<>();
        private final List<Integer> positions = new ArrayList<>();
        private MapNode.Leaf<V> leaf;
        private int at;
        private int end;

        RangeIterator(MapNode<V> root, String from, String to) {
            this.to = to;
            MapNode<V> node = root;
            while (node instanceof MapNode.Branch<V> branch) {
                int position = branch.childOf(from);
                ancestors.add(branch);
                positions.add(position);
                node = branch.child(position);
            }
            leaf = (MapNode.Leaf<V>) node;
            at = leaf.lowerBound(from);
            end = leaf.endBefore(to);
        }

        @Override
        public boolean hasNext() {
            // A leaf that the range ends in is the last one.
            while (at >= end) {
                if (end < leaf.width() || !nextLeaf()) {
                    return false;
                }
            }
            return true;
        }

        private boolean nextLeaf() {
            int depth = ancestors.size() - 1;
            while (depth >= 0 && positions.get(depth) + 1 == ancestors.get(depth).width()) {
                depth--;
            }
            if (depth < 0) {
                return false;
            }
            positions.set(depth, positions.get(depth) + 1);
            MapNode<V> node = ancestors.get(depth).child(positions.get(depth));
            while (node instanceof MapNode.Branch<V> branch) {
                depth++;
                ancestors.set(depth, branch);
                positions.set(depth, 0);
                node = branch.child(0);
            }
            leaf = (MapNode.Leaf<V>) node;
            at = 0;
            end = leaf.endBefore(to);
            return true;
        }

        @Override
        public V next() {
            @Nullable V value = hasNext() ? leaf.value(at++) : null;
            if (value == null) {
                throw new NoSuchElementException();
            }
            return value;
        }
    }
}
