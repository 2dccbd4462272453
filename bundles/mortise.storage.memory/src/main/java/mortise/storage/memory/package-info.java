/**
 * The reference storage backend: everything in memory, with its whole history until it is compacted. For tests and
 * trials; a restart forgets all.
 */
@NullMarked
package mortise.storage.memory;

import org.jspecify.annotations.NullMarked;
