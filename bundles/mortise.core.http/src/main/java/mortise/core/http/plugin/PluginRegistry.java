package mortise.core.http.plugin;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mortise.core.http.plugin.PluginSnapshot.EndpointsBelow;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.AuthorizerOrder;
import mortise.spi.operations.AuditPolicy;
import mortise.spi.operations.AuditSink;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.FeatureGates;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.ServerNames;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/**
 * Collects the plug-ins of the request path. Services come and go on any thread; each change makes a new
 * {@link PluginSnapshot} under a lock and publishes it through one volatile field.
 */
@Component(service = PluginRegistry.class)
public final class PluginRegistry {

    // All guarded by "this"; the best ranked service first.
    private final Map<ServiceReference<?>, Plugin<RequestAuthenticator>> authenticators = byRanking();
    private final Map<ServiceReference<?>, Plugin<Authorizer>> authorizers = byRanking();
    private final Map<ServiceReference<?>, Plugin<AuthorizerOrder>> orders = byRanking();
    private final Map<ServiceReference<?>, Plugin<Endpoint>> endpoints = byRanking();
    private final Map<ServiceReference<?>, Plugin<HealthCheck>> checks = byRanking();
    private final Map<ServiceReference<?>, Plugin<FeatureGates>> gates = byRanking();
    private final Map<ServiceReference<?>, Plugin<ServerNames>> names = byRanking();
    private final Map<ServiceReference<?>, Plugin<AuditPolicy>> policies = byRanking();
    private final Map<ServiceReference<?>, Plugin<AuditSink>> sinks = byRanking();

    private volatile PluginSnapshot snapshot = PluginSnapshot.EMPTY;

    /** Starts with nothing plugged in. */
    @Activate
    public PluginRegistry() {
        // Declarative Services binds what is there before anybody gets this component.
    }

    /** Returns what is plugged in now. */
    public PluginSnapshot snapshot() {
        return snapshot;
    }

    @Reference(service = RequestAuthenticator.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindAuthenticator", updated = "updatedAuthenticator")
    void bindAuthenticator(ServiceReference<RequestAuthenticator> reference, RequestAuthenticator service) {
        put(authenticators, reference, service);
    }

    void updatedAuthenticator(ServiceReference<RequestAuthenticator> reference, RequestAuthenticator service) {
        put(authenticators, reference, service);
    }

    void unbindAuthenticator(ServiceReference<RequestAuthenticator> reference) {
        remove(authenticators, reference);
    }

    @Reference(service = Authorizer.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindAuthorizer", updated = "updatedAuthorizer")
    void bindAuthorizer(ServiceReference<Authorizer> reference, Authorizer service) {
        put(authorizers, reference, service);
    }

    void updatedAuthorizer(ServiceReference<Authorizer> reference, Authorizer service) {
        put(authorizers, reference, service);
    }

    void unbindAuthorizer(ServiceReference<Authorizer> reference) {
        remove(authorizers, reference);
    }

    @Reference(service = AuthorizerOrder.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindOrder")
    void bindOrder(ServiceReference<AuthorizerOrder> reference, AuthorizerOrder service) {
        put(orders, reference, service);
    }

    void unbindOrder(ServiceReference<AuthorizerOrder> reference) {
        remove(orders, reference);
    }

    @Reference(service = Endpoint.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindEndpoint", updated = "updatedEndpoint")
    void bindEndpoint(ServiceReference<Endpoint> reference, Endpoint service) {
        put(endpoints, reference, service);
    }

    void updatedEndpoint(ServiceReference<Endpoint> reference, Endpoint service) {
        put(endpoints, reference, service);
    }

    void unbindEndpoint(ServiceReference<Endpoint> reference) {
        remove(endpoints, reference);
    }

    @Reference(service = HealthCheck.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindCheck", updated = "updatedCheck")
    void bindCheck(ServiceReference<HealthCheck> reference, HealthCheck service) {
        put(checks, reference, service);
    }

    void updatedCheck(ServiceReference<HealthCheck> reference, HealthCheck service) {
        put(checks, reference, service);
    }

    void unbindCheck(ServiceReference<HealthCheck> reference) {
        remove(checks, reference);
    }

    @Reference(service = FeatureGates.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindGates")
    void bindGates(ServiceReference<FeatureGates> reference, FeatureGates service) {
        put(gates, reference, service);
    }

    void unbindGates(ServiceReference<FeatureGates> reference) {
        remove(gates, reference);
    }

    @Reference(service = ServerNames.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindNames")
    void bindNames(ServiceReference<ServerNames> reference, ServerNames service) {
        put(names, reference, service);
    }

    void unbindNames(ServiceReference<ServerNames> reference) {
        remove(names, reference);
    }

    @Reference(service = AuditPolicy.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindPolicy", updated = "updatedPolicy")
    void bindPolicy(ServiceReference<AuditPolicy> reference, AuditPolicy service) {
        put(policies, reference, service);
    }

    void updatedPolicy(ServiceReference<AuditPolicy> reference, AuditPolicy service) {
        put(policies, reference, service);
    }

    void unbindPolicy(ServiceReference<AuditPolicy> reference) {
        remove(policies, reference);
    }

    @Reference(service = AuditSink.class, cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC, unbind = "unbindSink")
    void bindSink(ServiceReference<AuditSink> reference, AuditSink service) {
        put(sinks, reference, service);
    }

    void unbindSink(ServiceReference<AuditSink> reference) {
        remove(sinks, reference);
    }

    private synchronized <T> void put(
            Map<ServiceReference<?>, Plugin<T>> plugins, ServiceReference<T> reference, T service) {
        // The ranking may have changed, so the old place goes first; walking finds it in whatever order it stands.
        plugins.keySet().removeIf(reference::equals);
        Bundle bundle = reference.getBundle();
        int timeoutSeconds = reference.getProperty(Authorizer.TIMEOUT_SECONDS) instanceof Integer given ? given : 0;
        plugins.put(reference, new Plugin<>(
                service, bundle == null ? "unknown" : bundle.getSymbolicName(), timeoutSeconds));
        publish();
    }

    private synchronized void remove(Map<ServiceReference<?>, ?> plugins, ServiceReference<?> reference) {
        plugins.keySet().removeIf(reference::equals);
        publish();
    }

    private void publish() {
        var first = new ArrayList<Plugin<RequestAuthenticator>>();
        var fallback = new ArrayList<Plugin<RequestAuthenticator>>();
        authenticators.forEach((reference, plugin) -> {
            boolean last = Boolean.TRUE.equals(reference.getProperty(RequestAuthenticator.FALLBACK));
            (last ? fallback : first).add(plugin);
        });
        var modes = new HashMap<String, Plugin<Authorizer>>();
        authorizers.forEach((reference, plugin) ->
                modes.putIfAbsent(String.valueOf(reference.getProperty(Authorizer.MODE)), plugin));
        var exact = new HashMap<String, Plugin<Endpoint>>();
        var below = new ArrayList<EndpointsBelow>();
        endpoints.forEach((reference, plugin) -> addPaths(reference, plugin, exact, below));
        below.sort(Comparator.comparingInt(endpoint -> -endpoint.prefix().length()));
        snapshot = new PluginSnapshot(List.copyOf(first), List.copyOf(fallback), CredentialHeaders.of(first),
                Map.copyOf(modes), orders.values().stream().findFirst(), Map.copyOf(exact), List.copyOf(below),
                readiness(), policies.values().stream().findFirst(), List.copyOf(sinks.values()),
                gate("APIResponseCompression", true), gate("CBORServingAndStorage", false),
                gate("ConstrainedImpersonation", true), gate("AuthorizePodWebsocketUpgradeCreatePermission", true),
                apiDomain());
    }

    private static void addPaths(ServiceReference<?> reference, Plugin<Endpoint> plugin,
            Map<String, Plugin<Endpoint>> exact, List<EndpointsBelow> below) {
        for (String path : texts(reference.getProperty(Endpoint.PATHS))) {
            if (path.endsWith("/*")) {
                below.add(new EndpointsBelow(path.substring(0, path.length() - 1), plugin));
            } else {
                exact.putIfAbsent(path, plugin);
            }
        }
    }

    private Map<String, Plugin<HealthCheck>> readiness() {
        var readiness = new TreeMap<String, Plugin<HealthCheck>>();
        checks.forEach((reference, plugin) -> {
            List<String> shownBy = texts(reference.getProperty(HealthCheck.ENDPOINTS));
            if (shownBy.isEmpty() || shownBy.contains("readyz")) {
                Object name = reference.getProperty(HealthCheck.NAME);
                readiness.putIfAbsent(name + "#" + reference.getProperty(Constants.SERVICE_ID), plugin);
            }
        });
        return Collections.unmodifiableMap(readiness);
    }

    private boolean gate(String name, boolean otherwise) {
        for (Plugin<FeatureGates> gate : gates.values()) {
            try {
                return gate.service().enabled(name);
            } catch (IllegalArgumentException unknownGate) {
                return otherwise;
            }
        }
        return otherwise;
    }

    private String apiDomain() {
        return names.isEmpty() ? "k8s.io" : names.values().iterator().next().service().apiDomain();
    }

    private static List<String> texts(Object property) {
        if (property instanceof String[] several) {
            return List.of(several);
        }
        return property instanceof String one ? List.of(one) : List.of();
    }

    private static <T> Map<ServiceReference<?>, Plugin<T>> byRanking() {
        return new TreeMap<>(Collections.reverseOrder());
    }
}
