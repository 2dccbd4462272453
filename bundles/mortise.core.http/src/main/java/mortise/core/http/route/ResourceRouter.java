package mortise.core.http.route;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.core.http.exchange.ApiExchange;
import mortise.core.http.exchange.Filter;
import mortise.core.http.exchange.RequestInfo;
import mortise.core.http.exchange.RequestLabels;
import mortise.core.http.exchange.StatusMapper;
import mortise.core.http.negotiate.BodyTypes;
import mortise.core.http.negotiate.Negotiator;
import mortise.core.http.negotiate.Representation;
import mortise.core.http.proxy.ReverseProxy;
import mortise.core.http.render.Renderer;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedResource;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;

/** Sends a request to the handler of its verb, or to the endpoint of its path. The last filter. */
public final class ResourceRouter implements Filter {

    private static final Map<String, Verb> VERBS = Map.of(
            "get", Verb.GET, "list", Verb.LIST, "watch", Verb.WATCH, "create", Verb.CREATE, "update", Verb.UPDATE,
            "patch", Verb.PATCH, "delete", Verb.DELETE, "deletecollection", Verb.DELETE_COLLECTION);

    private final Supplier<RegistrySnapshot> registry;
    private final Map<Verb, ResourceHandler> handlers;
    private final ConnectHandler connections;
    private final DeprecatedRequests deprecated;
    private final EndpointHandler endpoints = new EndpointHandler();

    /** Routes to what the registry serves at the moment of each request. */
    public ResourceRouter(Supplier<RegistrySnapshot> registry, Renderer renderer, WatchSettings watches,
            ReverseProxy proxy, DeprecatedRequests deprecated) {
        this.registry = registry;
        this.connections = new ConnectHandler(proxy);
        this.deprecated = deprecated;
        this.handlers = Map.of(
                Verb.GET, new GetHandler(renderer),
                Verb.LIST, new ListHandler(renderer),
                Verb.WATCH, new WatchHandler(watches),
                Verb.CREATE, new CreateHandler(renderer),
                Verb.UPDATE, new UpdateHandler(renderer),
                Verb.PATCH, new PatchHandler(renderer),
                Verb.DELETE, new DeleteHandler(renderer),
                Verb.DELETE_COLLECTION, new DeleteCollectionHandler(renderer));
    }

    @Override
    public void apply(ApiExchange exchange, Next next) {
        RequestInfo info = exchange.info();
        if (!info.resourceRequest()) {
            endpoints.handle(exchange);
            return;
        }
        RegistrySnapshot snapshot = registry.get();
        Optional<ServedResource> resource = snapshot.find(info.group(), info.version(), info.resource());
        if (resource.isPresent()) {
            call(exchange, snapshot, resource.get());
        } else if (snapshot.hasGroup(info.group())) {
            throw new ApiException(StatusMapper.noSuchResource());
        } else {
            exchange.pageNotFound();
        }
    }

    private void call(ApiExchange exchange, RegistrySnapshot snapshot, ServedResource resource) {
        RequestInfo info = exchange.info();
        exchange.servedBy(resource.bundle());
        Representation errors = Negotiator.forErrors(exchange);
        Renderer.errorsIn(exchange, errors);
        boolean connects = connects(info, resource);
        Verb verb = verb(info, resource, connects);
        exchange.labels(RequestLabels.of(info, exchange.query(), connects, verb == Verb.PATCH && applies(exchange)));
        deprecated.note(exchange, resource, info.subresource());
        Representation wanted = connects ? errors : Negotiator.choose(
                exchange, verb, BodyTypes.of(resource, info.subresource()).isPresent(), hasRows(resource));
        String namespace = resource.definition().namespaced() ? info.namespace() : "";
        ResourceHandler handler = connects ? connections : handler(verb);
        handler.handle(new ResourceCall(
                exchange, snapshot, resource, namespace, info.pathName(), info.subresource(), wanted));
    }

    /** Says whether objects can be shown in a table; what is only asked and forgotten cannot. */
    private static boolean hasRows(ServedResource resource) {
        return resource.definition().verbs().contains(Verb.GET);
    }

    private static boolean applies(ApiExchange exchange) {
        return exchange.wire().header("Content-Type").startsWith("application/apply-patch");
    }

    /** Says whether the path passes requests on to another server, which decides about the rest of it. */
    private static boolean connects(RequestInfo info, ServedResource resource) {
        if (info.subresource().isEmpty()) {
            return false;
        }
        for (SubresourceDefinition definition : resource.definition().subresources()) {
            if (definition.name().equals(info.subresource())) {
                return definition.behavior() instanceof SubresourceBehavior.Connect;
            }
        }
        return false;
    }

    private ResourceHandler handler(Verb verb) {
        return Objects.requireNonNull(handlers.get(verb), "every verb has a handler");
    }

    /** Returns what is to be done, or throws 404 or 405 when the path is not there or cannot do it. */
    private static Verb verb(RequestInfo info, ServedResource resource, boolean connects) {
        boolean inNamespace = !info.namespace().isEmpty() && !info.resource().equals("namespaces");
        boolean namespaced = resource.definition().namespaced();
        if ((info.parts().size() > 3 && !connects) || (inNamespace && !namespaced)
                || (namespaced && !inNamespace && !info.pathName().isEmpty())) {
            throw new ApiException(StatusMapper.noSuchResource());
        }
        // What can be read can also be asked about.
        Verb verb = connects && info.verb().equals("options") ? Verb.GET : VERBS.get(info.verb());
        if (!info.subresource().isEmpty()) {
            return subresourceVerb(info, resource, verb);
        }
        boolean collectionVerb = verb == Verb.LIST || verb == Verb.CREATE || verb == Verb.DELETE_COLLECTION;
        boolean fits = verb == Verb.WATCH || collectionVerb == info.pathName().isEmpty();
        boolean acrossNamespaces = namespaced && !inNamespace;
        if (verb == null || !fits || !resource.definition().verbs().contains(verb)
                || (acrossNamespaces && verb != Verb.LIST && verb != Verb.WATCH)) {
            throw new ApiException(StatusMapper.noSuchMethod());
        }
        return verb;
    }

    private static Verb subresourceVerb(
            RequestInfo info, ServedResource resource, @org.jspecify.annotations.Nullable Verb verb) {
        List<SubresourceDefinition> subresources = resource.definition().subresources();
        for (SubresourceDefinition definition : subresources) {
            if (definition.name().equals(info.subresource())) {
                if (verb == null || !definition.verbs().contains(verb)) {
                    throw new ApiException(StatusMapper.noSuchMethod());
                }
                return verb;
            }
        }
        throw new ApiException(StatusMapper.noSuchResource());
    }
}
