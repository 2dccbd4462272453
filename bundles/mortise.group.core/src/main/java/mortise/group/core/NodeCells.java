package mortise.group.core;

import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** Cells of nodes. */
final class NodeCells {

    private NodeCells() {
    }

    /** @param labelDomain suffix of the keys of the labels that name roles */
    static Map<String, Function<ApiObject, @Nullable Object>> of(String labelDomain) {
        String prefix = "node-role." + labelDomain + "/";
        String key = labelDomain + "/role";
        return Map.of("Roles", node -> {
            var roles = new TreeSet<String>();
            node.metadata().labels().forEach((label, value) -> {
                if (label.startsWith(prefix) && label.length() > prefix.length()) {
                    roles.add(label.substring(prefix.length()));
                } else if (label.equals(key) && !value.isEmpty()) {
                    roles.add(value);
                }
            });
            return roles.isEmpty() ? "<none>" : String.join(",", roles);
        });
    }
}
