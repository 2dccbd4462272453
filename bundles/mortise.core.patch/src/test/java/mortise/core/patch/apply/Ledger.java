package mortise.core.patch.apply;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who owns what, the simple way: every path with its value and the names of its owners. Paths are {@code data.KEY},
 * {@code fin.VALUE}, {@code part.NAME} and {@code part.NAME.image}.
 */
final class Ledger {

    final Map<String, String> values = new TreeMap<>();
    final Map<String, Set<String>> owners = new TreeMap<>();

    /** Returns whether others own what the intent changes. */
    boolean conflicts(String manager, Map<String, String> intent) {
        return intent.entrySet().stream().anyMatch(wanted -> values.containsKey(wanted.getKey())
                && !values.get(wanted.getKey()).equals(wanted.getValue())
                && owners.get(wanted.getKey()).stream().anyMatch(owner -> !owner.equals(manager + " Apply")));
    }

    void apply(String manager, Map<String, String> intent) {
        String owner = manager + " Apply";
        List<String> before = owners.entrySet().stream().filter(path -> path.getValue().contains(owner))
                .map(Map.Entry::getKey).toList();
        intent.forEach((path, value) -> {
            if (!value.equals(values.put(path, value))) {
                owners.put(path, new TreeSet<>());
            }
            owners.get(path).add(owner);
        });
        for (String path : before) {
            if (!intent.containsKey(path) && owners.containsKey(path)) {
                owners.get(path).remove(owner);
                if (owners.get(path).isEmpty()) {
                    remove(path);
                }
            }
        }
    }

    void write(String manager, Map<String, String> wanted) {
        for (String path : new ArrayList<>(values.keySet())) {
            if (!wanted.containsKey(path)) {
                remove(path);
            }
        }
        wanted.forEach((path, value) -> {
            if (!value.equals(values.put(path, value))) {
                owners.put(path, new TreeSet<>(Set.of(manager + " Update")));
            }
        });
    }

    private void remove(String path) {
        Stream.of(path, path + ".image").forEach(gone -> {
            values.remove(gone);
            owners.remove(gone);
        });
    }

    /** Returns the paths of each owner. */
    Map<String, Set<String>> byOwner() {
        var byOwner = new TreeMap<String, Set<String>>();
        owners.forEach((path, names) -> names.forEach(
                name -> byOwner.computeIfAbsent(name, any -> new TreeSet<>()).add(path)));
        return byOwner;
    }

    /** Returns the members of an object that has these values. */
    static String members(Map<String, String> values) {
        String data = values.entrySet().stream().filter(path -> path.getKey().startsWith("data."))
                .map(path -> "'" + path.getKey().substring(5) + "':'" + path.getValue() + "'")
                .collect(Collectors.joining(","));
        String fin = values.keySet().stream().filter(path -> path.startsWith("fin."))
                .map(path -> "'" + path.substring(4) + "'").collect(Collectors.joining(","));
        String parts = values.keySet().stream().filter(path -> path.matches("part\\.\\w+"))
                .map(path -> "{'name':'" + path.substring(5) + "'" + (values.containsKey(path + ".image")
                        ? ",'image':'" + values.get(path + ".image") + "'}" : "}")).collect(Collectors.joining(","));
        return Stream.of(data.isEmpty() ? "" : "'data':{" + data + "}",
                        fin.isEmpty() ? "" : "'metadata':{'finalizers':[" + fin + "]}",
                        parts.isEmpty() ? "" : "'spec':{'parts':[" + parts + "]}")
                .filter(member -> !member.isEmpty()).collect(Collectors.joining(","));
    }
}
