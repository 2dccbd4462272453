/**
 * Which authenticators, authorizers, endpoints and health checks are plugged in: one immutable snapshot.
 */
@NullMarked
package mortise.core.http.plugin;

import org.jspecify.annotations.NullMarked;
