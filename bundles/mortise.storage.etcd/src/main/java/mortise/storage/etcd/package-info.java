/** The storage backend for more than one machine: an etcd cluster, as other servers of this interface use it. */
@NullMarked
package mortise.storage.etcd;

import org.jspecify.annotations.NullMarked;
