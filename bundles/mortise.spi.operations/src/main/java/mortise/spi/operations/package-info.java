/**
 * The socket for what operators see: health checks, post-start hooks, metrics, plain endpoints, feature
 * gates, server names, records of requests.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.spi.operations;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
