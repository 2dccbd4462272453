/**
 * Bearer tokens listed in a file as identities.
 */
@NullMarked
package mortise.authn.tokenfile;

import org.jspecify.annotations.NullMarked;
