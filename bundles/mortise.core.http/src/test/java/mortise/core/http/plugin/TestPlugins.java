package mortise.core.http.plugin;

import java.lang.reflect.Proxy;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import mortise.spi.authentication.RequestAuthenticator;
import mortise.spi.authorization.Authorizer;
import mortise.spi.authorization.AuthorizerOrder;
import mortise.spi.operations.AuditPolicy;
import mortise.spi.operations.AuditSink;
import mortise.spi.operations.Endpoint;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** A plug-in registry that tests fill as Declarative Services would. */
public final class TestPlugins {

    private static final AtomicLong IDS = new AtomicLong();

    private final PluginRegistry registry = new PluginRegistry();

    public PluginRegistry registry() {
        return registry;
    }

    /** Adds an authenticator and returns what removes it. */
    public Runnable authenticator(String bundle, int ranking, boolean fallback, RequestAuthenticator service) {
        var reference = new Reference<RequestAuthenticator>(bundle, ranking,
                Map.of(RequestAuthenticator.FALLBACK, fallback));
        registry.bindAuthenticator(reference, service);
        return () -> registry.unbindAuthenticator(reference);
    }

    /** Adds an authorizer and returns what removes it. */
    public Runnable authorizer(String bundle, String mode, Authorizer service) {
        var reference = new Reference<Authorizer>(bundle, 0, Map.of(Authorizer.MODE, mode));
        registry.bindAuthorizer(reference, service);
        return () -> registry.unbindAuthorizer(reference);
    }

    /** Adds who says in which order authorizers are asked, and returns what removes it. */
    public Runnable order(AuthorizerOrder service) {
        var reference = new Reference<AuthorizerOrder>("test", 0, Map.of());
        registry.bindOrder(reference, service);
        return () -> registry.unbindOrder(reference);
    }

    /** Adds an endpoint. */
    public void endpoint(String bundle, Endpoint service, String... paths) {
        registry.bindEndpoint(new Reference<>(bundle, 0, Map.of(Endpoint.PATHS, paths)), service);
    }

    /** Adds what says what is recorded, and what takes it; returns what removes both. */
    public Runnable audit(AuditPolicy policy, AuditSink sink) {
        var policies = new Reference<AuditPolicy>("test", 0, Map.of());
        var sinks = new Reference<AuditSink>("test", 0, Map.of());
        registry.bindPolicy(policies, policy);
        registry.bindSink(sinks, sink);
        return () -> {
            registry.unbindPolicy(policies);
            registry.unbindSink(sinks);
        };
    }

    /** Switches on nothing but one feature. */
    public void feature(String name) {
        registry.bindGates(new Reference<>("test", 0, Map.of()), name::equals);
    }

    /** As much of a service reference as the registry looks at. */
    private static final class Reference<T> implements ServiceReference<T> {

        private final long id = IDS.incrementAndGet();
        private final String bundle;
        private final int ranking;
        private final Map<String, ?> properties;

        Reference(String bundle, int ranking, Map<String, ?> properties) {
            this.bundle = bundle;
            this.ranking = ranking;
            this.properties = properties;
        }

        @Override
        public Object getProperty(String key) {
            return key.equals("service.id") ? (Object) id : properties.get(key);
        }

        @Override
        public String[] getPropertyKeys() {
            return properties.keySet().toArray(String[]::new);
        }

        @Override
        public Bundle getBundle() {
            return (Bundle) Proxy.newProxyInstance(Bundle.class.getClassLoader(), new Class<?>[] {Bundle.class},
                    (proxy, method, arguments) -> bundle);
        }

        @Override
        public Bundle[] getUsingBundles() {
            return new Bundle[0];
        }

        @Override
        public boolean isAssignableTo(Bundle other, String className) {
            return true;
        }

        @Override
        public int compareTo(Object other) {
            Reference<?> that = (Reference<?>) other;
            return ranking == that.ranking ? Long.compare(that.id, id) : Integer.compare(ranking, that.ranking);
        }

        @Override
        public Dictionary<String, Object> getProperties() {
            return new Hashtable<>(properties);
        }

        @Override
        public <A> A adapt(Class<A> type) {
            throw new UnsupportedOperationException();
        }
    }
}
