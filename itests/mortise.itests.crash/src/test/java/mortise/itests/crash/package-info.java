/** Processes killed at random under load, and what is left of them compared with what they had acknowledged. */
@NullMarked
package mortise.itests.crash;

import org.jspecify.annotations.NullMarked;
