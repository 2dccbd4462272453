/**
 * Key services over gRPC on a Unix domain socket.
 */
@NullMarked
package mortise.storage.encryption.kms;

import org.jspecify.annotations.NullMarked;
