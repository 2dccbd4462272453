package mortise.controller.rolebootstrap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.spi.authorization.Coverage;
import mortise.spi.authorization.RoleRules;
import mortise.spi.authorization.Rules;
import org.jspecify.annotations.Nullable;

/** Adds to an object what it should have and has not. What it has beyond that stays. Pure functions. */
final class Reconciliation {

    private Reconciliation() {
    }

    /**
     * Adds what is missing.
     *
     * @param there the object as it is; changed
     * @param wanted the object as it should be
     * @return whether anything was missing
     */
    static boolean complete(ApiObject there, ApiObject wanted) {
        boolean changed = metadata(there, wanted, "labels");
        changed |= metadata(there, wanted, "annotations");
        changed |= items(there.tree(), wanted.tree(), "subjects");
        if (wanted.at("aggregationRule") != null) {
            changed |= items(there.structAt("aggregationRule"), wanted.structAt("aggregationRule"),
                    "clusterRoleSelectors");
        }
        return rules(there, wanted) || changed;
    }

    private static boolean metadata(ApiObject there, ApiObject wanted, String field) {
        if (!(wanted.at("metadata", field) instanceof Map<?, ?> texts)) {
            return false;
        }
        Map<String, @Nullable Object> metadata = there.metadata().tree();
        var all = new LinkedHashMap<String, @Nullable Object>();
        texts.forEach((key, value) -> all.put((String) key, value));
        if (metadata.get(field) instanceof Map<?, ?> known) {
            known.forEach((key, value) -> all.put((String) key, value));
        }
        return !all.equals(metadata.put(field, all));
    }

    private static boolean items(
            Map<String, @Nullable Object> there, Map<String, @Nullable Object> wanted, String field) {
        if (!(wanted.get(field) instanceof List<?> items)) {
            return false;
        }
        var all = new ArrayList<@Nullable Object>();
        if (there.get(field) instanceof List<?> known) {
            all.addAll(known);
        }
        boolean changed = false;
        for (Object item : items) {
            if (!all.contains(item)) {
                all.add(item);
                changed = true;
            }
        }
        if (changed) {
            there.put(field, all);
        }
        return changed;
    }

    private static boolean rules(ApiObject there, ApiObject wanted) {
        Rules missing = Coverage.missing(RoleRules.of(there), RoleRules.of(wanted));
        if (missing.resourceRules().isEmpty() && missing.pathRules().isEmpty()) {
            return false;
        }
        var all = new ArrayList<@Nullable Object>();
        if (there.at("rules") instanceof List<?> known) {
            all.addAll(known);
        }
        all.addAll(RoleRules.trees(missing));
        there.tree().put("rules", all);
        return true;
    }
}
