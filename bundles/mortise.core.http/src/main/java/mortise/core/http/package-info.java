/**
 * The HTTP server: the one filter list, and the component that puts the parts together and listens.
 */
@NullMarked
package mortise.core.http;

import org.jspecify.annotations.NullMarked;
