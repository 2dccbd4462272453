/**
 * One request as filters and handlers see it, with the errors it can end in. Knows nothing of Jetty.
 */
@NullMarked
package mortise.core.http.exchange;

import org.jspecify.annotations.NullMarked;
