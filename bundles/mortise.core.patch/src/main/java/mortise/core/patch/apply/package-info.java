/**
 * Who owns which fields of an object: server-side apply, and the keeping of {@code metadata.managedFields} by all other
 * writes. Pure functions on trees.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.patch.apply;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
