/**
 * The socket for storage backends: an ordered map from keys to bytes with revisions, history and watches.
 */
@Export
@Version("0.4.0")
@NullMarked
package mortise.spi.storage;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
