/**
 * The group {@code networking.k8s.io}: traffic into and between pods.
 */
@NullMarked
package mortise.group.networking;

import org.jspecify.annotations.NullMarked;
