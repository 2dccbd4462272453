/**
 * Writes what the server knows about the built-in kinds, from published libraries and from tables of facts. Runs while
 * the group bundles are built; no part of the server.
 */
@NullMarked
package mortise.build.schema;

import org.jspecify.annotations.NullMarked;
