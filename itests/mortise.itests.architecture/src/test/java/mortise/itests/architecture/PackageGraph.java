package mortise.itests.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Who refers to whom, and whether that runs in a circle. */
final class PackageGraph {

    private final Map<String, Set<String>> uses = new TreeMap<>();

    void add(String user, String used) {
        if (!user.equals(used)) {
            uses.computeIfAbsent(user, k -> new TreeSet<>()).add(used);
        }
    }

    /** One circle as the names on it, first and last the same; empty when there is none. */
    List<String> cycle() {
        Set<String> finished = new TreeSet<>();
        for (String start : uses.keySet()) {
            List<String> cycle = cycleFrom(start, new ArrayList<>(), finished);
            if (!cycle.isEmpty()) {
                return cycle;
            }
        }
        return List.of();
    }

    private List<String> cycleFrom(String name, List<String> trail, Set<String> finished) {
        int seen = trail.indexOf(name);
        if (seen >= 0) {
            List<String> cycle = new ArrayList<>(trail.subList(seen, trail.size()));
            cycle.add(name);
            return cycle;
        }
        if (finished.contains(name)) {
            return List.of();
        }
        trail.add(name);
        for (String used : uses.getOrDefault(name, Set.of())) {
            List<String> cycle = cycleFrom(used, trail, finished);
            if (!cycle.isEmpty()) {
                return cycle;
            }
        }
        trail.remove(trail.size() - 1);
        finished.add(name);
        return List.of();
    }
}
