/**
 * Empties namespaces that were deleted, and lets them go.
 */
@NullMarked
package mortise.controller.namespace;

import org.jspecify.annotations.NullMarked;
