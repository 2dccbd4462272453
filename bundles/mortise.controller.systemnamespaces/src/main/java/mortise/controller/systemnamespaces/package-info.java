/**
 * Creates the namespaces that every cluster has.
 */
@NullMarked
package mortise.controller.systemnamespaces;

import org.jspecify.annotations.NullMarked;
