/**
 * The socket for API groups: a group is a service that lists its resources; everything else follows from the list.
 */
@Export
@Version("0.2.0")
@NullMarked
package mortise.spi.group;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
