/**
 * Holds back the deletion of volumes and claims until nobody uses them.
 */
@NullMarked
package mortise.admission.storageobjectinuseprotection;

import org.jspecify.annotations.NullMarked;
