/**
 * The group {@code coordination}: who leads, and who is alive.
 */
@NullMarked
package mortise.group.coordination;

import org.jspecify.annotations.NullMarked;
