/**
 * The pages that tell whether the server lives and is ready, and the checks that need no other part.
 */
@NullMarked
package mortise.ops.health;

import org.jspecify.annotations.NullMarked;
