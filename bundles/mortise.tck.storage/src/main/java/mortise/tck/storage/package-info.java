/**
 * The contract test kit of storage backends. A backend passes it with one small test class that extends
 * {@link mortise.tck.storage.StoreContract}: a factory method and the abilities it lacks, each with the reason.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.tck.storage;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
