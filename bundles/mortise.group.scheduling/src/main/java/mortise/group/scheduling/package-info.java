/**
 * The group {@code scheduling.k8s.io}: which pods come first.
 */
@NullMarked
package mortise.group.scheduling;

import org.jspecify.annotations.NullMarked;
