package mortise.storage.rocksdb;

/** The steps of a group commit, in their order. A test may stop the process between any two of them. */
enum CommitStep {

    /** The group was taken from the queue. */
    TAKEN,

    /** Every commit was compared and has its revision, in memory only. */
    COMPARED,

    /** The group is on the disk. */
    WRITTEN,

    /** The watches have the events. */
    PUBLISHED,

    /** The callers have their outcomes. */
    COMPLETED
}
