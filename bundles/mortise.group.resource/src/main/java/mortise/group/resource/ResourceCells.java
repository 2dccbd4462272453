package mortise.group.resource;

import java.util.ArrayList;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;

/** Cells of claims and requests. */
final class ResourceCells {

    private ResourceCells() {
    }

    /** Returns whether a claim has devices, and whether somebody uses them, for example {@code allocated,reserved}. */
    static String claimState(ApiObject claim) {
        var states = new ArrayList<String>();
        boolean deleted = claim.at("metadata", "deletionTimestamp") != null;
        if (deleted) {
            states.add("deleted");
        }
        if (claim.at("status", "allocation") != null) {
            states.add("allocated");
            if (!Cells.structs(claim, "status", "reservedFor").isEmpty()) {
                states.add("reserved");
            }
        } else if (!deleted) {
            states.add("pending");
        }
        return String.join(",", states);
    }

    /** Returns whether a request is answered, and how many of the pools the answer has when it has not all. */
    static String requestStatus(ApiObject request) {
        if (is(request, "Failed")) {
            return "Failed";
        }
        if (!is(request, "Complete")) {
            return "Pending";
        }
        int shown = Cells.structs(request, "status", "pools").size();
        long all = Cells.number(request, "status", "poolCount");
        return shown < all ? "Complete (" + shown + "/" + all + " pools)" : "Complete";
    }

    private static boolean is(ApiObject request, String condition) {
        return Cells.structs(request, "status", "conditions").stream().anyMatch(item ->
                condition.equals(item.get("type")) && "True".equals(item.get("status")));
    }
}
