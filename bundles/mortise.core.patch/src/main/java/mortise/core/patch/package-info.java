/** Patches applied to trees: JSON merge patch (RFC 7386), JSON patch (RFC 6902) and strategic merge patch. */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.patch;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
