/**
 * The group {@code storagemigration.k8s.io}: rewriting what is stored.
 */
@NullMarked
package mortise.group.storagemigration;

import org.jspecify.annotations.NullMarked;
