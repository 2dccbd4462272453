/**
 * What nodes may do: work on themselves and on what their pods use.
 */
@NullMarked
package mortise.authz.node;

import org.jspecify.annotations.NullMarked;
