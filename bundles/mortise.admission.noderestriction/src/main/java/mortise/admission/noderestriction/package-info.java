/**
 * Keeps nodes to themselves and to the pods that are bound to them.
 */
@NullMarked
package mortise.admission.noderestriction;

import org.jspecify.annotations.NullMarked;
