/**
 * The socket for authenticators: who sends a request.
 */
@Export
@Version("0.2.0")
@NullMarked
package mortise.spi.authentication;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
