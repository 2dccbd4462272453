package mortise.core.cache;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The watches that wait for changes, each under the narrowest thing that it is about, so that a change meets only those
 * that may be interested. Not thread-safe; its {@link Timeline} guards it.
 */
final class WatchIndex {

    private final Map<String, Set<Watcher>> byKey = new HashMap<>();
    private final Map<String, Map<String, Set<Watcher>>> byField = new HashMap<>();
    private final Map<String, Set<Watcher>> byNamespace = new HashMap<>();
    private final Set<Watcher> others = new LinkedHashSet<>();

    void add(Watcher watcher) {
        WatchFilter filter = watcher.filter();
        if (!filter.key.isEmpty()) {
            add(byKey, filter.key, watcher);
        } else if (!filter.field.isEmpty()) {
            add(byField.computeIfAbsent(filter.field, f -> new HashMap<>()), filter.value, watcher);
        } else if (!filter.namespace.isEmpty()) {
            add(byNamespace, filter.namespace, watcher);
        } else {
            others.add(watcher);
        }
    }

    void remove(Watcher watcher) {
        WatchFilter filter = watcher.filter();
        if (!filter.key.isEmpty()) {
            remove(byKey, filter.key, watcher);
        } else if (!filter.field.isEmpty()) {
            remove(byField.getOrDefault(filter.field, Map.of()), filter.value, watcher);
        } else if (!filter.namespace.isEmpty()) {
            remove(byNamespace, filter.namespace, watcher);
        } else {
            others.remove(watcher);
        }
    }

    /** Calls with every watch that may see something in the change, once each. */
    void forEach(Change change, Consumer<Watcher> action) {
        CacheEntry entry = change.after != null ? change.after : change.before;
        if (entry == null) {
            return;
        }
        others.forEach(action);
        byNamespace.getOrDefault(entry.namespace(), Set.of()).forEach(action);
        byKey.getOrDefault(entry.key(), Set.of()).forEach(action);
        byField.forEach((field, byValue) -> {
            @Nullable String before = change.before == null ? null : change.before.field(field);
            @Nullable String after = change.after == null ? null : change.after.field(field);
            if (before != null) {
                byValue.getOrDefault(before, Set.of()).forEach(action);
            }
            if (after != null && !after.equals(before)) {
                byValue.getOrDefault(after, Set.of()).forEach(action);
            }
        });
    }

    /** Removes and returns all watches. */
    List<Watcher> clear() {
        var all = new ArrayList<Watcher>(others);
        byKey.values().forEach(all::addAll);
        byNamespace.values().forEach(all::addAll);
        byField.values().stream().map(Map::values).flatMap(Collection::stream).forEach(all::addAll);
        others.clear();
        byKey.clear();
        byNamespace.clear();
        byField.clear();
        return all;
    }

    private static void add(Map<String, Set<Watcher>> map, String key, Watcher watcher) {
        map.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(watcher);
    }

    private static void remove(Map<String, Set<Watcher>> map, String key, Watcher watcher) {
        Set<Watcher> set = map.get(key);
        if (set != null && set.remove(watcher) && set.isEmpty()) {
            map.remove(key);
        }
    }
}
