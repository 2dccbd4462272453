/**
 * Keeps pods off nodes that have not said that they are ready.
 */
@NullMarked
package mortise.admission.taintnodesbycondition;

import org.jspecify.annotations.NullMarked;
