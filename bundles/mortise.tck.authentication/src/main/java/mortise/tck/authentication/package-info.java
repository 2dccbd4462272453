/**
 * What every authenticator has to do: extend {@link mortise.tck.authentication.RequestAuthenticatorContract}.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.tck.authentication;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
