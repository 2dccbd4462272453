package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import mortise.core.patch.Shrunk;

/**
 * What one manager does to an object, as a plain value that names nothing but itself.
 *
 * @param force whether an apply takes what others own
 * @param tree {@code data} by key, {@code fin} as a list, {@code part} by name; whatever is left out of it, the rest
 *         still is such a tree
 */
record Step(String manager, Operation operation, boolean force, Map<?, ?> tree) {

    /** The ways to change an object. */
    enum Operation {
        /** Applies the tree. */
        APPLY,
        /** Writes the object as it is with the tree on top. */
        EDIT,
        /** Writes the tree in place of all that is there. */
        REPLACE
    }

    static Step random(RandomGenerator random) {
        String manager = "m" + random.nextInt(3);
        Operation operation = List.of(Operation.APPLY, Operation.APPLY, Operation.APPLY, Operation.APPLY,
                Operation.EDIT, Operation.REPLACE).get(random.nextInt(6));
        return new Step(manager, operation, operation == Operation.APPLY && random.nextInt(3) == 0, tree(random));
    }

    static List<Step> some(RandomGenerator random, int least, int most) {
        var steps = new ArrayList<Step>();
        for (int left = random.nextInt(least, most + 1); left > 0; left--) {
            steps.add(random(random));
        }
        return steps;
    }

    static Map<?, ?> tree(RandomGenerator random) {
        var data = new TreeMap<String, String>();
        var fin = new LinkedHashSet<String>();
        var part = new TreeMap<String, Map<String, String>>();
        for (int left = random.nextInt(5); left > 0; left--) {
            String name = List.of("a", "b", "c").get(random.nextInt(3));
            String value = "" + random.nextInt(2);
            switch (random.nextInt(4)) {
                case 0 -> fin.add(name);
                case 1 -> part.putIfAbsent(name, Map.of());
                case 2 -> part.put(name, Map.of("image", value));
                default -> data.put(name, value);
            }
        }
        var tree = new TreeMap<>(Map.of("data", data, "fin", List.copyOf(fin), "part", part));
        tree.values().removeIf(member -> Set.of(Map.of(), List.of()).contains(member));
        return tree;
    }

    /** Returns the paths of the tree as a {@link Ledger} has them. */
    Map<String, String> paths() {
        var paths = new TreeMap<String, String>();
        if (tree.get("data") instanceof Map<?, ?> data) {
            data.forEach((key, value) -> paths.put("data." + key, (String) value));
        }
        if (tree.get("fin") instanceof List<?> fin) {
            fin.forEach(value -> paths.put("fin." + value, ""));
        }
        if (tree.get("part") instanceof Map<?, ?> parts) {
            parts.forEach((name, part) -> {
                paths.put("part." + name, "");
                ((Map<?, ?>) part).forEach((field, value) -> paths.put("part." + name + "." + field, (String) value));
            });
        }
        return paths;
    }

    /** Returns the runs with one step less, then those with one member or element of a step's tree less. */
    static List<List<Step>> smaller(List<Step> steps) {
        var all = new ArrayList<List<Step>>();
        for (int i = 0; i < steps.size(); i++) {
            var less = new ArrayList<>(steps);
            less.remove(i);
            all.add(less);
        }
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            for (Object tree : Shrunk.smaller(step.tree())) {
                var less = new ArrayList<>(steps);
                less.set(i, new Step(step.manager(), step.operation(), step.force(), (Map<?, ?>) tree));
                all.add(less);
            }
        }
        return all;
    }

    @Override
    public String toString() {
        return (force ? "force" : operation.name().toLowerCase(Locale.ROOT)) + " " + manager + " " + tree;
    }
}
