/**
 * Files with settings that a running server follows: documents read strictly, and how often they were read.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.settings;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
