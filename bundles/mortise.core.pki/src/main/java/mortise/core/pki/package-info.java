/**
 * Certificates of clients: which authorities are trusted, what a chain proves, who is named. Certificates and keys in
 * PEM. The only place that knows how.
 */
@Export
@Version("0.3.0")
@NullMarked
package mortise.core.pki;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
