package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a walk over a tree is, and the sets of paths that it collects. For one walk and thread. */
final class Trail {

    private static final int DEPTH_USUAL = 16;

    private PathElement[] path = new PathElement[DEPTH_USUAL];
    private int depth;
    private final List<Found> all = new ArrayList<>(2);

    /** A set of paths in the making. Steps are made when a path is added, so that a walk that finds nothing is free. */
    final class Found {

        private Node[] open = new Node[DEPTH_USUAL];
        /** How many steps of the trail are open; the root always is. */
        private int known;

        private Found() {
            open[0] = new Node(null);
        }

        /** Adds the path where the walk is. */
        void add() {
            open().member = true;
        }

        /** Adds the path where the walk is with what is below, where the walk does not go. */
        void add(FieldSet below) {
            Node here = open();
            here.member = true;
            here.below = below;
        }

        /** Adds what is below the place where the walk is, but not that place; the walk does not go there. */
        void addBelow(FieldSet below) {
            open().below = below;
        }

        private Node open() {
            if (open.length <= depth) {
                open = Arrays.copyOf(open, path.length + 1);
            }
            for (; known < depth; known++) {
                open[known + 1] = open[known].child(path[known]);
            }
            return open[depth];
        }

        FieldSet set() {
            return open[0].set();
        }
    }

    /** A step in the making. */
    private static final class Node {

        private final @Nullable PathElement element;
        private boolean member;
        private @Nullable List<Node> children;
        private FieldSet below = FieldSet.EMPTY;

        Node(@Nullable PathElement element) {
            this.element = element;
        }

        PathElement element() {
            assert element != null;
            return element;
        }

        Node child(PathElement step) {
            if (children == null) {
                children = new ArrayList<>();
            }
            // A walk may come back to where it just was.
            if (!children.isEmpty()) {
                Node last = children.get(children.size() - 1);
                if (last.element == step) {
                    return last;
                }
            }
            var child = new Node(step);
            children.add(child);
            return child;
        }

        FieldSet set() {
            List<Node> steps = children;
            if (steps == null) {
                return below;
            }
            boolean ordered = true;
            for (int i = 0; i < steps.size(); i++) {
                Node node = steps.get(i);
                node.below = node.set();
                ordered &= i == 0 || steps.get(i - 1).element().compareTo(node.element()) < 0;
            }
            if (!ordered) {
                steps.sort((one, other) -> one.element().compareTo(other.element()));
            }
            var step = new FieldSet.Step(steps.size());
            for (int i = 0; i < steps.size(); i++) {
                Node node = steps.get(i);
                boolean twice = i + 1 < steps.size() && node.element().equals(steps.get(i + 1).element());
                if (twice) {
                    steps.get(i + 1).join(node);
                } else {
                    step.add(node.element(), node.member, node.below);
                }
            }
            return step.set();
        }

        private void join(Node other) {
            member |= other.member;
            below = below.union(other.below);
        }
    }

    /** Returns a new set; it is begun before the first step. */
    Found collect() {
        assert depth == 0;
        var found = new Found();
        all.add(found);
        return found;
    }

    void enter(PathElement step) {
        if (depth == path.length) {
            path = Arrays.copyOf(path, 2 * depth);
        }
        path[depth++] = step;
    }

    void leave() {
        depth--;
        for (int i = 0; i < all.size(); i++) {
            Found found = all.get(i);
            if (found.known > depth) {
                found.known = depth;
            }
        }
    }

    /** Returns the path as messages show it. */
    String shown() {
        var out = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            path[i].show(out);
        }
        return out.toString();
    }
}
