/**
 * Creates the priority classes that every cluster has.
 */
@NullMarked
package mortise.controller.systempriorities;

import org.jspecify.annotations.NullMarked;
