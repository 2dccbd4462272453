/**
 * Objects, lists and events as bytes in the form the client asked for.
 */
@NullMarked
package mortise.core.http.render;

import org.jspecify.annotations.NullMarked;
