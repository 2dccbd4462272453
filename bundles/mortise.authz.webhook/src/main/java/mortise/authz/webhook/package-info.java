/**
 * Other servers that are asked whether a request may be done, and the file that says in which order everybody is asked.
 */
@NullMarked
package mortise.authz.webhook;

import org.jspecify.annotations.NullMarked;
