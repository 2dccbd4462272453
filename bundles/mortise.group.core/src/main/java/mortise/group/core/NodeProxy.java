package mortise.group.core;

import mortise.api.ApiException;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.Connector;

/** The server on a node, or another one there. */
final class NodeProxy implements Connector {

    private final Kubelets kubelets;
    private final Places.Resolver resolver;

    NodeProxy(Kubelets kubelets, Places.Resolver resolver) {
        this.kubelets = kubelets;
        this.resolver = resolver;
    }

    @Override
    public Target target(ActionRequest request, String rest) {
        PartedName name = PartedName.parse(request.name()).orElseThrow(() ->
                ApiException.badRequest("invalid node request \"" + request.name() + "\""));
        Kubelets.Place place = kubelets.ofNode(request.object().orElseThrow());
        if (name.port().isEmpty() || name.port().equals(place.port())) {
            return new Target(Places.uri("https", place.host(), place.port(), rest), true, true);
        }
        // Nodes write their addresses themselves.
        Places.checkProxyable(place.host(), resolver);
        return new Target(Places.uri(name.schemeOrHttp(), place.host(), name.port(), rest), true, false);
    }
}
