/**
 * What health checks, post-start hooks and plain endpoints have to do: extend the contract of each.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.tck.operations;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
