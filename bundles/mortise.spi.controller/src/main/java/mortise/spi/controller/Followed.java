package mortise.spi.controller;

import mortise.api.GroupVersion;

/**
 * Objects to follow.
 *
 * @param version the version that they are shown in
 * @param resource plural name of their resource
 * @param namespace the namespace they are in; empty for all of them, and for a cluster-scoped resource
 */
public record Followed(GroupVersion version, String resource, String namespace) {
}
