/**
 * The group {@code rbac.authorization.k8s.io}: who may do what.
 */
@NullMarked
package mortise.group.rbac;

import org.jspecify.annotations.NullMarked;
