package mortise.group.certificates;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;

/** Cells of certificate signing requests. */
final class RequestCells {

    private RequestCells() {
    }

    /** Returns how far a request has come, for example {@code Approved,Issued}. */
    static String condition(ApiObject request) {
        var types = new HashSet<Object>();
        if (request.at("status", "conditions") instanceof List<?> conditions) {
            for (Object condition : conditions) {
                if (condition instanceof Map<?, ?> struct && struct.get("type") instanceof String type) {
                    types.add(type);
                }
            }
        }
        String decided = types.contains("Approved") ? "Approved" : "Pending";
        return (types.contains("Denied") ? "Denied" : decided)
                + (types.contains("Failed") ? ",Failed" : "")
                + (request.textAt("status", "certificate").isEmpty() ? "" : ",Issued");
    }
}
