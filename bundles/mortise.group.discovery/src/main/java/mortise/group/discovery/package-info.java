/**
 * The group {@code discovery.k8s.io}: the endpoints of services.
 */
@NullMarked
package mortise.group.discovery;

import org.jspecify.annotations.NullMarked;
