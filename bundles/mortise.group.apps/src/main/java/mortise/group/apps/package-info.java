/**
 * The group {@code apps}: workloads that consist of pods.
 */
@NullMarked
package mortise.group.apps;

import org.jspecify.annotations.NullMarked;
