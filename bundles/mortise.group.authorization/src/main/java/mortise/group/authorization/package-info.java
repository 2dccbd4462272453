/**
 * The group {@code authorization}: may somebody do something, and what may I do.
 */
@NullMarked
package mortise.group.authorization;

import org.jspecify.annotations.NullMarked;
