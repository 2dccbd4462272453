package mortise.core.kubeconfig;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * A server to call. Immutable.
 *
 * @param name what it is called in messages
 * @param server its address, {@code http} or {@code https}; calls go below its path, its query counts for nothing
 * @param authority PEM certificates that vouch for it; without them, those that the JVM trusts do
 * @param insecure whether anybody may be it
 * @param tlsServerName name it is asked for and must prove; empty for the host of the address
 * @param proxy HTTP proxy to go through
 * @param disableCompression told to plug-ins; answers are never compressed
 * @param pluginConfig what plug-ins that want to know are told beyond all this
 */
public record Cluster(
        String name,
        URI server,
        Optional<Material> authority,
        boolean insecure,
        String tlsServerName,
        Optional<URI> proxy,
        boolean disableCompression,
        Optional<Map<String, Object>> pluginConfig) {

    /** A server with its authorities in PEM; none for those of the JVM. */
    public static Cluster of(String name, URI server, byte[] authorities) {
        return new Cluster(name, server, authorities.length == 0 ? Optional.empty()
                : Optional.of(Material.inline("the authorities of " + name, authorities)),
                false, "", Optional.empty(), false, Optional.empty());
    }
}
