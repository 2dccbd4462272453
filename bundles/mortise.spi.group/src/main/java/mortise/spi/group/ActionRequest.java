package mortise.spi.group;

import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.UserInfo;

/**
 * What somebody asks an action to do.
 *
 * @param user who asks
 * @param namespace namespace from the path; empty when there is none
 * @param name name from the path; empty when there is none
 * @param body what was sent, its shape checked and defaults set; the action may change it
 * @param object the object that the path names, as stored, when the action belongs to one. What an action changes of it
 *     is stored, without asking the kind's strategy; when another writer was faster the action is performed again
 * @param query parameters of the request, the first value of each
 * @param dryRun whether nothing may be changed
 */
public record ActionRequest(
        UserInfo user,
        String namespace,
        String name,
        ApiObject body,
        Optional<ApiObject> object,
        Map<String, String> query,
        boolean dryRun) {

    public ActionRequest {
        query = Map.copyOf(query);
    }
}
