/**
 * The group {@code apiregistration.k8s.io}: group versions that other servers serve.
 */
@NullMarked
package mortise.group.apiregistration;

import org.jspecify.annotations.NullMarked;
