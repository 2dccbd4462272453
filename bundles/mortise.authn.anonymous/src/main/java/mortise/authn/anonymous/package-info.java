/**
 * The identity of those who prove none.
 */
@NullMarked
package mortise.authn.anonymous;

import org.jspecify.annotations.NullMarked;
