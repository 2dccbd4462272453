package mortise.tck.authorization;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import mortise.api.FieldSelector;
import mortise.api.LabelSelector;
import mortise.api.UserInfo;
import mortise.spi.authorization.AuthorizationRequest;

/** Questions to ask an authorizer. */
public final class AuthorizationRequests {

    private static final List<String> VERBS = List.of(
            "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "impersonate");
    private static final List<UserInfo> USERS = List.of(
            UserInfo.of("pat", "devs", UserInfo.AUTHENTICATED),
            UserInfo.of("nobody"),
            UserInfo.of("system:serviceaccount:ns:sa", "system:serviceaccounts", UserInfo.AUTHENTICATED),
            UserInfo.of("system:node:n1", "system:nodes", UserInfo.AUTHENTICATED),
            UserInfo.of(UserInfo.ANONYMOUS, UserInfo.UNAUTHENTICATED));

    private AuthorizationRequests() {
    }

    /** Returns a question about objects of a built-in resource; empty texts where something does not apply. */
    public static AuthorizationRequest resource(
            UserInfo user, String verb, String group, String resource, String namespace, String name) {
        String path = (group.isEmpty() ? "/api/v1" : "/apis/" + group + "/v1")
                + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                + "/" + resource + (name.isEmpty() ? "" : "/" + name);
        return new AuthorizationRequest(user, verb, path, true, group, "v1", resource, "", namespace, name,
                LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    }

    /** Returns a question about a path that is not a resource. */
    public static AuthorizationRequest path(UserInfo user, String verb, String path) {
        return new AuthorizationRequest(user, verb, path, false, "", "", "", "", "", "",
                LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    }

    /** Returns a sample of what servers are asked all day. */
    public static List<AuthorizationRequest> ordinary() {
        List<AuthorizationRequest> requests = new ArrayList<>();
        for (UserInfo user : USERS) {
            for (String verb : VERBS) {
                requests.add(resource(user, verb, "", "pods", "ns", "web"));
                requests.add(resource(user, verb, "apps", "deployments", "", ""));
                requests.add(resource(user, verb, "", "nodes", "", "n1"));
            }
            requests.add(path(user, "get", "/livez"));
            requests.add(path(user, "post", "/apis"));
        }
        return requests;
    }

    /** Returns a question nobody should ask. */
    static AuthorizationRequest garbage(Random random) {
        UserInfo user = new UserInfo("u" + text(random), text(random), List.of(text(random), text(random)),
                Map.of(text(random), List.of(text(random))));
        return new AuthorizationRequest(user, text(random), "/" + text(random), random.nextBoolean(), text(random),
                text(random), text(random), text(random), text(random), text(random),
                random.nextBoolean() ? LabelSelector.EVERYTHING : LabelSelector.parse("a=b,c!=d"),
                random.nextBoolean() ? FieldSelector.EVERYTHING : FieldSelector.parse("metadata.name=x"));
    }

    private static String text(Random random) {
        List<String> known = List.of("", "*", "pods", "system:masters", "/", "..", "get", "\u0000", "a/b", "%2F", "-");
        if (random.nextInt(3) > 0) {
            return known.get(random.nextInt(known.size()));
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(300); i > 0; i--) {
            text.append((char) random.nextInt(0x10000));
        }
        return text.toString();
    }
}
