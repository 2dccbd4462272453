/**
 * The group {@code autoscaling}: workloads that grow and shrink by themselves.
 */
@NullMarked
package mortise.group.autoscaling;

import org.jspecify.annotations.NullMarked;
