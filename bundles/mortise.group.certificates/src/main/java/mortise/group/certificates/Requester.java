package mortise.group.certificates;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import mortise.api.UserInfo;
import org.jspecify.annotations.Nullable;

/** Who asks for a certificate, as the request says. Only the server may write it: signers rely on it. */
final class Requester {

    private static final List<String> FIELDS = List.of("username", "uid", "groups", "extra");

    private Requester() {
    }

    /** Removes what the creator claims to be. */
    static void clear(ApiObject request) {
        if (request.at("spec") instanceof Map<?, ?> spec) {
            FIELDS.forEach(spec::remove);
        }
    }

    /** Writes who the creator is. */
    static void fill(ApiObject request, UserInfo user) {
        clear(request);
        Map<String, @Nullable Object> spec = request.structAt("spec");
        spec.put("username", user.name());
        if (!user.uid().isEmpty()) {
            spec.put("uid", user.uid());
        }
        if (!user.groups().isEmpty()) {
            spec.put("groups", new ArrayList<>(user.groups()));
        }
        if (!user.extra().isEmpty()) {
            var extra = new LinkedHashMap<String, @Nullable Object>();
            user.extra().forEach((key, values) -> extra.put(key, new ArrayList<>(values)));
            spec.put("extra", extra);
        }
    }
}
