/**
 * The group {@code policy}: how many pods may be missing.
 */
@NullMarked
package mortise.group.policy;

import org.jspecify.annotations.NullMarked;
