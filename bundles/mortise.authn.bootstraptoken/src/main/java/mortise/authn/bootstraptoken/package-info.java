/**
 * Bearer tokens in secrets, with which nodes join.
 */
@NullMarked
package mortise.authn.bootstraptoken;

import org.jspecify.annotations.NullMarked;
