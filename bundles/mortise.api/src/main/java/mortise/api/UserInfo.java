package mortise.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The identity of a caller: the four attributes an authenticator attaches to a request. Their values are opaque.
 *
 * @param name user name; never empty for a caller, but a question about access may be about groups alone
 * @param uid unique id of the user; empty when the authenticator knows none
 * @param groups groups in the order the authenticator gave them
 * @param extra further attributes by key
 */
public record UserInfo(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

    /** Group of every caller who proved an identity. */
    public static final String AUTHENTICATED = "system:authenticated";
    /** Group of callers who proved none. */
    public static final String UNAUTHENTICATED = "system:unauthenticated";
    /** Group that is allowed everything before any authorizer is asked. */
    public static final String MASTERS = "system:masters";
    /** Name of a caller who proved no identity. */
    public static final String ANONYMOUS = "system:anonymous";

    public UserInfo {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /** Returns an identity with a name and groups only. */
    public static UserInfo of(String name, String... groups) {
        return new UserInfo(name, "", List.of(groups), Map.of());
    }

    /** Returns this identity, in the given group as well. */
    public UserInfo withGroup(String group) {
        if (groups.contains(group)) {
            return this;
        }
        var more = new ArrayList<>(groups);
        more.add(group);
        return new UserInfo(name, uid, more, extra);
    }
}
