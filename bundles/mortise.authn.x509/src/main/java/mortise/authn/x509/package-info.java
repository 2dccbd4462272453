/**
 * Client certificates as identities.
 */
@NullMarked
package mortise.authn.x509;

import org.jspecify.annotations.NullMarked;
