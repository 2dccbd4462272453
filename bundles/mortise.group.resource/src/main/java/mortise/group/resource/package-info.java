/**
 * The group {@code resource.k8s.io}: devices that pods claim.
 */
@NullMarked
package mortise.group.resource;

import org.jspecify.annotations.NullMarked;
