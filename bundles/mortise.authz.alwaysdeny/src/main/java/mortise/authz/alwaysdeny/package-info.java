/**
 * Everything is denied.
 */
@NullMarked
package mortise.authz.alwaysdeny;

import org.jspecify.annotations.NullMarked;
