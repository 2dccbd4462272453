/**
 * Encryption at rest: what is stored is encrypted as a file says, in the form that Kubernetes writes.
 */
@NullMarked
package mortise.storage.encryption;

import org.jspecify.annotations.NullMarked;
