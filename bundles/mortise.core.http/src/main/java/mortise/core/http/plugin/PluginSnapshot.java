package mortise.core.http.plugin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.AuthorizerOrder;
import mortise.spi.operations.AuditPolicy;
import mortise.spi.operations.AuditSink;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.HealthCheck;

/**
 * Everything that is plugged in at one moment. A request takes it once and is not disturbed by what comes and goes.
 *
 * @param authenticators asked first, in this order
 * @param fallbackAuthenticators asked when none of the others knew the request
 * @param authorizers by mode
 * @param authorizerOrder who says in which order they are asked, when a file says it
 * @param credentialHeaders which headers, in lower case, are for authenticators alone
 * @param endpoints by exact path
 * @param endpointsBelow those that serve all paths below one, the longest path first
 * @param readiness checks that {@code /readyz} shows, by name
 * @param auditPolicy says what is recorded about requests
 * @param auditSinks take what is recorded
 * @param compression whether large answers may be compressed
 * @param cbor whether CBOR is served
 * @param constrainedImpersonation whether somebody may act as another for some requests only
 * @param streamsCreate whether the right to read is not enough to run something in a pod
 * @param apiDomain suffix of built-in group names
 */
public record PluginSnapshot(
        List<Plugin<RequestAuthenticator>> authenticators,
        List<Plugin<RequestAuthenticator>> fallbackAuthenticators,
        Predicate<String> credentialHeaders,
        Map<String, Plugin<Authorizer>> authorizers,
        Optional<Plugin<AuthorizerOrder>> authorizerOrder,
        Map<String, Plugin<Endpoint>> endpoints,
        List<EndpointsBelow> endpointsBelow,
        Map<String, Plugin<HealthCheck>> readiness,
        Optional<Plugin<AuditPolicy>> auditPolicy,
        List<Plugin<AuditSink>> auditSinks,
        boolean compression,
        boolean cbor,
        boolean constrainedImpersonation,
        boolean streamsCreate,
        String apiDomain) {

    /** Nothing is plugged in. */
    public static final PluginSnapshot EMPTY = new PluginSnapshot(
            List.of(), List.of(), name -> false, Map.of(), Optional.empty(), Map.of(), List.of(), Map.of(),
            Optional.empty(), List.of(), true, false, true, true, "k8s.io");

    /**
     * An endpoint that serves all paths below one.
     *
     * @param prefix the path with a slash at its end
     * @param endpoint who serves them
     */
    public record EndpointsBelow(String prefix, Plugin<Endpoint> endpoint) {
    }

    /** Returns who serves a path that is not a resource. */
    public Optional<Plugin<Endpoint>> endpoint(String path) {
        Plugin<Endpoint> exact = endpoints.get(path);
        if (exact != null) {
            return Optional.of(exact);
        }
        for (EndpointsBelow below : endpointsBelow) {
            if (path.startsWith(below.prefix())) {
                return Optional.of(below.endpoint());
            }
        }
        return Optional.empty();
    }
}
