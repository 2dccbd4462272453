/**
 * What whatever records requests has in common: the form of events, a queue of them, and a count of those that are
 * lost.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.audit;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
