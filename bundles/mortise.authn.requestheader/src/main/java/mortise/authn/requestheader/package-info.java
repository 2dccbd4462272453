/**
 * Identities that an authenticating proxy tells in headers.
 */
@NullMarked
package mortise.authn.requestheader;

import org.jspecify.annotations.NullMarked;
