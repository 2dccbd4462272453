/**
 * The embedded, persistent storage backend on RocksDB: one writer, group commit with a synced write-ahead log, and a
 * revision log for watches and reads of the past.
 */
@NullMarked
package mortise.storage.rocksdb;

import org.jspecify.annotations.NullMarked;
