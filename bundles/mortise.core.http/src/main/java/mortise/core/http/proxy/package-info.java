/**
 * Passing requests on to nodes, pods and services, switched protocols included.
 */
@NullMarked
package mortise.core.http.proxy;

import org.jspecify.annotations.NullMarked;
