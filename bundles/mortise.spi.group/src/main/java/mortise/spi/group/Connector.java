package mortise.spi.group;

import java.net.URI;
import org.osgi.annotation.versioning.ConsumerType;

/** Finds the server behind an object, to which a request is passed on: the node of a pod, the endpoint of a service. */
@ConsumerType
public interface Connector {

    /**
     * Where a request is passed on to.
     *
     * @param address scheme {@code http} or {@code https}, host, port, path and query of the request
     * @param upgrade whether the connection may be switched to another protocol, such as WebSocket
     * @param trusted whether the peer is a node, which has a certificate of the cluster; others are not verified
     */
    record Target(URI address, boolean upgrade, boolean trusted) {
    }

    /**
     * Returns where to pass the request on to. Called on the thread of the request; may block.
     *
     * @param request the object is present; the query is that of the request
     * @param rest path behind the subresource, with its slash; empty when there is none
     * @throws mortise.api.ApiException 400 for bad options, 503 when there is nowhere to go
     */
    Target target(ActionRequest request, String rest);

    /**
     * As {@link #target(ActionRequest, String)}, for those that take parameters which may stand several times. The core
     * calls this one.
     *
     * @param query query of the request as it was sent, without its question mark; empty when there is none
     */
    default Target target(ActionRequest request, String rest, String query) {
        return target(request, rest);
    }
}
