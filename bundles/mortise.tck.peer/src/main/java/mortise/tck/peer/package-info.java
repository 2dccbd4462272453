/**
 * Servers for tests to ask, and certificates for them.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.tck.peer;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
