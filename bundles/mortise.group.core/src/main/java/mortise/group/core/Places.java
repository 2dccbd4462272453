package mortise.group.core;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import mortise.api.ApiException;
import mortise.core.schema.Addresses;

/** Addresses of other servers. */
final class Places {

    private Places() {
    }

    /** Finds the addresses that a name has. Blocks. */
    interface Resolver {

        /** @throws UnknownHostException when there are none */
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    /**
     * Makes an address.
     *
     * @param host name or IP address
     * @param port number; empty for that of the scheme
     * @param path as it stands in a request, with its slash; may be empty
     * @throws ApiException 400 when no address comes of it
     */
    static URI uri(String scheme, String host, String port, String path) {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        try {
            return new URI(scheme + "://" + shown + (port.isEmpty() ? "" : ":" + port) + path);
        } catch (URISyntaxException malformed) {
            throw ApiException.badRequest("the request cannot be passed on: " + malformed.getMessage());
        }
    }

    /** Encodes a text for a path or a query. */
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Checks that requests may be passed on to an address that somebody wrote into an object: this server must not be
     * made to ask itself or what only it can reach.
     *
     * @throws ApiException 400 when not
     */
    static void checkProxyable(String ip) {
        boolean allowed = Addresses.ip(ip).filter(address -> !address.isUnspecified() && !address.isLoopback()
                && !address.isLinkLocalUnicast() && !address.isLinkLocalMulticast()).isPresent();
        if (!allowed) {
            throw ApiException.badRequest("address not allowed");
        }
    }

    /**
     * Checks the same of all addresses that a name has; of a name without any a request does not get anywhere anyhow.
     *
     * @throws ApiException 400 when not
     */
    static void checkProxyable(String host, Resolver resolver) {
        try {
            for (InetAddress address : resolver.addresses(host)) {
                checkProxyable(address.getHostAddress());
            }
        } catch (UnknownHostException unknown) {
            return;
        }
    }
}
