/**
 * The watch cache: the state of one resource as immutable entries in a persistent map, its recent history, and watches
 * that follow it without ever asking the store.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.cache;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
