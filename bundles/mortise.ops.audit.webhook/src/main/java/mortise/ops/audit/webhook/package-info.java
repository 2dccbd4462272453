/**
 * What is recorded about requests, sent to another server.
 */
@NullMarked
package mortise.ops.audit.webhook;

import org.jspecify.annotations.NullMarked;
