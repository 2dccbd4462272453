/**
 * What every API group has to do: extend {@link mortise.tck.group.ApiGroupContract}.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.tck.group;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
