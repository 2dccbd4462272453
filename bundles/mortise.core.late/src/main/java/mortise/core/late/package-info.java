/**
 * Services that come after those who use them.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.late;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
