package mortise.tck.operations;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.UserInfo;
import mortise.spi.operations.AuditEvent;
import mortise.spi.operations.AuditEvent.Stage;
import mortise.spi.operations.AuditRule.Level;
import mortise.spi.operations.AuditedRequest;

/** Requests and events as the core makes them. */
public final class AuditEvents {

    private static final UserInfo JANE = new UserInfo("jane", "u-1", List.of("devs", UserInfo.AUTHENTICATED),
            Map.of("scopes", List.of("a", "b")));

    private AuditEvents() {
    }

    /** Returns the request of a user for an object of the core group. */
    public static AuditedRequest object(String user, String verb, String resource, String namespace, String name) {
        return new AuditedRequest(Optional.of(UserInfo.of(user, UserInfo.AUTHENTICATED)), verb,
                "/api/v1/namespaces/" + namespace + "/" + resource + "/" + name, true, "", "v1", resource, "",
                namespace, name);
    }

    /** Returns the request of a user for a path that is no resource. */
    public static AuditedRequest path(String user, String path) {
        return new AuditedRequest(Optional.of(UserInfo.of(user, UserInfo.AUTHENTICATED)), "get", path, false, "", "",
                "", "", "", "");
    }

    /** Returns a request for an object whose sender nobody knew. */
    public static AuditedRequest unknown() {
        return new AuditedRequest(Optional.empty(), "get", "/api/v1/namespaces/default/pods/p", true, "", "v1",
                "pods", "", "default", "p");
    }

    /** Returns the event of a request that was done as somebody else and refused, with all there can be. */
    public static AuditEvent full(String id) {
        var request = new AuditedRequest(Optional.of(JANE), "create", "/apis/apps/v1/namespaces/default/deployments",
                true, "apps", "v1", "deployments", "", "default", "");
        return new AuditEvent(id, Level.REQUEST_RESPONSE, Stage.RESPONSE_COMPLETE, request,
                new AuditEvent.Origin("/apis/apps/v1/namespaces/default/deployments?dryRun=All",
                        List.of("10.0.0.1", "127.0.0.1"), "test/1"),
                Optional.of(new AuditEvent.Impersonation(UserInfo.of("bob", UserInfo.AUTHENTICATED),
                        "impersonate:user-info")),
                Optional.of(new AuditEvent.Target("deployments", "default", "d", "", "apps", "v1", "", "")),
                Optional.of(new AuditEvent.Outcome(409, Optional.of(ApiStatus.of(ErrorReason.ALREADY_EXISTS,
                        "deployments.apps \"d\" already exists")))),
                "{\"a\":1}".getBytes(StandardCharsets.UTF_8), "{\"b\":2}".getBytes(StandardCharsets.UTF_8),
                Instant.parse("2026-01-02T03:04:05.000006Z"), Instant.parse("2026-01-02T03:04:05.123456789Z"),
                Map.of("authorization.k8s.io/decision", "allow"));
    }

    /** Returns the event of a request that has just come, with as little as there can be. */
    public static AuditEvent small(String id) {
        return new AuditEvent(id, Level.METADATA, Stage.REQUEST_RECEIVED, path("jane", "/version"),
                new AuditEvent.Origin("/version", List.of("127.0.0.1"), ""), Optional.empty(), Optional.empty(),
                Optional.empty(), new byte[0], new byte[0], Instant.EPOCH, Instant.EPOCH, Map.of());
    }
}
