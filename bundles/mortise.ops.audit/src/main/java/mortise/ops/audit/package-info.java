/**
 * What is recorded about requests, by a policy, into a log.
 */
@NullMarked
package mortise.ops.audit;

import org.jspecify.annotations.NullMarked;
