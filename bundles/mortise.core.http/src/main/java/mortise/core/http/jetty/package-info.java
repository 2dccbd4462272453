/**
 * Everything that knows Jetty: connectors, requests, responses, its own errors.
 */
@NullMarked
package mortise.core.http.jetty;

import org.jspecify.annotations.NullMarked;
