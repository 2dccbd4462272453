/**
 * Pod specs and pod templates, which several groups have in their kinds: defaults and validation.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.workload;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
