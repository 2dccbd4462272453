package mortise.group.apps;

import java.util.Locale;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.core.schema.Cells;

/** Cells of controller revisions. */
final class ControllerRevisionCells {

    private ControllerRevisionCells() {
    }

    /** Returns the owner that controls the revision, for example {@code daemonset.apps/web}. */
    static String controller(ApiObject revision) {
        return Cells.structs(revision, "metadata", "ownerReferences").stream()
                .filter(owner -> Boolean.TRUE.equals(owner.get("controller")))
                .findFirst()
                .map(owner -> {
                    String group = GroupVersion.parse(String.valueOf(owner.get("apiVersion"))).group();
                    String kind = String.valueOf(owner.get("kind")).toLowerCase(Locale.ROOT);
                    return kind + (group.isEmpty() ? "" : "." + group) + "/" + owner.get("name");
                })
                .orElse("<none>");
    }
}
