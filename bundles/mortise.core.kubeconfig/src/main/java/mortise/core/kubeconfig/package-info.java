/**
 * Servers that this one calls, as kubeconfig files describe them: where they are, how each proves who it is, and the
 * calls themselves. Shared by whatever asks other servers.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.kubeconfig;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
