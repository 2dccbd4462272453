/**
 * The group {@code storage.k8s.io}: where volumes come from.
 */
@NullMarked
package mortise.group.storage;

import org.jspecify.annotations.NullMarked;
