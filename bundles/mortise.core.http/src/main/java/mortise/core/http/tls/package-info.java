/**
 * Keys and certificates from PEM files.
 */
@NullMarked
package mortise.core.http.tls;

import org.jspecify.annotations.NullMarked;
