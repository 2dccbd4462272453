/**
 * Schemas of the built-in kinds: reading the generated tables, checking and completing trees by them, and what the
 * bundles of groups need to say the rest.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.schema;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
