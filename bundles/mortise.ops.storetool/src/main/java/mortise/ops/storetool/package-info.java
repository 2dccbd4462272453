/** Commands of the start script that work on the data of a store: verify, backup, restore, migrate. */
@NullMarked
package mortise.ops.storetool;

import org.jspecify.annotations.NullMarked;
