package mortise.storage.rocksdb;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Configuration of the embedded store. */
@ObjectClassDefinition(name = "Storage: RocksDB",
    description = "The embedded store, used with --storage-backend=rocksdb. "
        + "Changes take effect when the store is opened again.")
public @interface RocksStoreConfig {

    /** Directory of the server's data; the store is in {@code store} below it. */
    @AttributeDefinition(description = "Directory of the server's data. The store is in the folder \"store\" below it.")
    String data_dir() default "data";

    /** Whether each group of commits is synced to the disk before it is acknowledged. */
    @AttributeDefinition(description = "Whether the write-ahead log is synced to the disk before a commit is "
        + "acknowledged. Without it, a crash of the machine (not of the process) loses the last moments.")
    boolean wal_sync() default true;

    /** Size of the block cache, in MiB. */
    @AttributeDefinition(min = "1", max = "65536", description = "Size of RocksDB's block cache, in MiB.")
    int block_cache_mebibytes() default 16;

    /** How long the history is kept, in seconds. */
    @AttributeDefinition(min = "1", max = "86400",
        description = "How long changes stay readable and watchable, in seconds.")
    int history_retention_seconds() default 300;

    /** How often old history is removed, in seconds. */
    @AttributeDefinition(min = "1", max = "3600", description = "How often older history is removed, in seconds.")
    int compaction_interval_seconds() default 30;

    /** How many commits may wait for the writer. */
    @AttributeDefinition(min = "1", max = "1000000",
        description = "How many commits may wait for the writer; further callers are held back.")
    int commit_queue_length_max() default 4096;

    /** How many bytes of values one group commit may have. */
    @AttributeDefinition(min = "1024", max = "268435456",
        description = "How many bytes of keys and values are written and synced together at most; "
            + "a larger commit goes alone.")
    int commit_group_bytes_max() default 8388608;

    /** How long the writer waits at most for more commits while several callers commit at once, in microseconds. */
    @AttributeDefinition(min = "0", max = "100000",
        description = "How long, at most, a commit waits for others to be synced with it while several callers "
            + "commit at once, in microseconds; a lone caller never waits.")
    int commit_gather_micros() default 1000;

    /** Whether to open a store whose log is damaged in its middle. */
    @AttributeDefinition(description = "Opens a store even when its write-ahead log is damaged before its end. What "
        + "was committed after the damage is lost, and revisions are used again.")
    boolean accept_damaged_log() default false;
}
