/**
 * Gives pods the number that their priority class stands for.
 */
@NullMarked
package mortise.admission.priority;

import org.jspecify.annotations.NullMarked;
