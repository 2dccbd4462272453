/**
 * Lets pods stay for a while on a node that is not ready or not reachable.
 */
@NullMarked
package mortise.admission.defaulttolerationseconds;

import org.jspecify.annotations.NullMarked;
