/**
 * From a request to the verb of a resource or to an endpoint.
 */
@NullMarked
package mortise.core.http.route;

import org.jspecify.annotations.NullMarked;
