/**
 * JSON web tokens: keys, signing, verifying. The only place that knows how.
 */
@Export
@Version("0.2.0")
@NullMarked
package mortise.core.jwt;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
