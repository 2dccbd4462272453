/**
 * What the roles say is allowed, to whom they are bound.
 */
@NullMarked
package mortise.authz.rbac;

import org.jspecify.annotations.NullMarked;
