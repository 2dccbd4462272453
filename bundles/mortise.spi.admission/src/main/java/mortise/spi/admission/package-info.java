/**
 * The socket for admission plug-ins: what is changed or refused before an object is stored.
 */
@Export
@Version("0.3.0")
@NullMarked
package mortise.spi.admission;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
