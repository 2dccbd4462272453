package mortise.core.http.proxy;

import java.time.Duration;

/**
 * Limits of what is passed on.
 *
 * @param connect longest time until a connection is there
 * @param connectToNode the same for the servers on nodes
 * @param answer longest time until the other server begins to answer
 * @param idle longest time without a byte on a connection that has switched protocols
 * @param requestsMax most requests that are passed on at a time
 */
public record ProxySettings(Duration connect, Duration connectToNode, Duration answer, Duration idle, int requestsMax) {

    /** Returns the longest time until a connection is there. */
    Duration connect(boolean node) {
        return node ? connectToNode : connect;
    }
}
