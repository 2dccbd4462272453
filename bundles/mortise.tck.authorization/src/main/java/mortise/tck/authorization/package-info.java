/**
 * What every authorizer has to do: extend {@link mortise.tck.authorization.AuthorizerContract}.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.tck.authorization;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
