/**
 * Everything is allowed.
 */
@NullMarked
package mortise.authz.alwaysallow;

import org.jspecify.annotations.NullMarked;
