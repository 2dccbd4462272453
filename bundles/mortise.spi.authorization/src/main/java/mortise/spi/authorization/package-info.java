/**
 * The socket for authorizers: may they do it.
 */
@Export
@Version("0.2.0")
@NullMarked
package mortise.spi.authorization;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
