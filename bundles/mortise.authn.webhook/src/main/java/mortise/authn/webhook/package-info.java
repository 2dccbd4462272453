/** Asks another server whose a bearer token is. */
@NullMarked
package mortise.authn.webhook;

import org.jspecify.annotations.NullMarked;
