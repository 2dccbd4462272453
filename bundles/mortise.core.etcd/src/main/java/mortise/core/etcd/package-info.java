/** Speaking to an etcd cluster: values, changes, history, and whether it is there. No type of the client shows. */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.etcd;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
