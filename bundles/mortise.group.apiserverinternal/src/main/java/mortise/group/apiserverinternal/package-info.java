/**
 * The group {@code internal.apiserver.k8s.io}: what servers tell each other about stored versions.
 */
@NullMarked
package mortise.group.apiserverinternal;

import org.jspecify.annotations.NullMarked;
