/**
 * What a client sends and wants: media types, transformations, query parameters.
 */
@NullMarked
package mortise.core.http.negotiate;

import org.jspecify.annotations.NullMarked;
