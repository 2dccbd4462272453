/**
 * Counts what the server does, for those who watch it.
 */
@NullMarked
package mortise.core.http.measure;

import org.jspecify.annotations.NullMarked;
