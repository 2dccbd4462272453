/**
 * The embedded store as it lies on the disk: the data directory and its lock, the write-ahead log, the database with
 * its column families, and how keys and revisions are written in them. It is for the bundles that serve such a store
 * and that read or make one for commands, and so it shows RocksDB's own types; nothing else may use it.
 */
@Export
@Version("0.1.0")
@NullMarked
package mortise.core.rocksdb;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
