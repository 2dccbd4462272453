/** Everything below a prefix of etcd, read or filled by commands while no server of this machine runs. */
@NullMarked
package mortise.storage.etcd.tools;

import org.jspecify.annotations.NullMarked;
