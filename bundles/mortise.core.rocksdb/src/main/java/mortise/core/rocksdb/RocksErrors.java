package mortise.core.rocksdb;

import mortise.spi.storage.StoreException;
import mortise.spi.storage.UnknownOutcomeException;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** Turns what RocksDB throws into what the contract promises. */
public final class RocksErrors {

    private RocksErrors() {
    }

    /** Failed before anything was written. */
    static StoreException withoutEffect(String what, RocksDBException e) {
        return new StoreException(what + " failed: " + describe(e), e);
    }

    /** Failed while writing: the log may hold the change all the same, and then a restart brings it back. */
    public static UnknownOutcomeException whileWriting(Throwable e) {
        String why = e instanceof RocksDBException rocks ? describe(rocks) : e.toString();
        return new UnknownOutcomeException("writing the commit failed, it may or may not have been made: " + why, e);
    }

    /** Says whether a write failed because the disk, or what the user may have of it, is full. */
    public static boolean isDiskFull(StoreException failure) {
        return failure.getCause() instanceof RocksDBException rocks && rocks.getStatus() != null
            && (rocks.getStatus().getSubCode() == Status.SubCode.NoSpace
                || String.valueOf(rocks.getMessage()).contains("No space left"));
    }

    /** The database was closed for good. */
    public static StoreException closed() {
        return new StoreException("the store is closed", null);
    }

    private static String describe(RocksDBException e) {
        Status status = e.getStatus();
        return status == null ? String.valueOf(e.getMessage()) : status.getCodeString() + ": " + e.getMessage();
    }
}
