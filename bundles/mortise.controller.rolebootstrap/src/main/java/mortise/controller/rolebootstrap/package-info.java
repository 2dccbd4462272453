/**
 * Sees to it that every cluster has the roles it begins with.
 */
@NullMarked
package mortise.controller.rolebootstrap;

import org.jspecify.annotations.NullMarked;
