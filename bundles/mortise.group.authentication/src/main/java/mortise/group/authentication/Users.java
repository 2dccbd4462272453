package mortise.group.authentication;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import mortise.api.UserInfo;
import org.jspecify.annotations.Nullable;

/** Writes identities as trees. */
final class Users {

    private Users() {
    }

    /** Returns an identity; what it lacks is left out. */
    static Map<String, @Nullable Object> tree(UserInfo user) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        tree.put("username", user.name());
        if (!user.uid().isEmpty()) {
            tree.put("uid", user.uid());
        }
        if (!user.groups().isEmpty()) {
            tree.put("groups", new ArrayList<@Nullable Object>(user.groups()));
        }
        if (!user.extra().isEmpty()) {
            var extra = new LinkedHashMap<String, @Nullable Object>();
            new TreeMap<>(user.extra()).forEach((key, values) ->
                    extra.put(key, new ArrayList<@Nullable Object>(values)));
            tree.put("extra", extra);
        }
        return tree;
    }
}
