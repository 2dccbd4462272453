/**
 * The group {@code node.k8s.io}: ways to run containers.
 */
@NullMarked
package mortise.group.node;

import org.jspecify.annotations.NullMarked;
