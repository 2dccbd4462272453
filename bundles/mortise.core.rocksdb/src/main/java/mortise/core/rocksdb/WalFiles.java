package mortise.core.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import mortise.spi.storage.StoreException;

/**
 * The files of RocksDB's write-ahead log, and whether one of them has lost its middle. RocksDB reads such a file up to
 * the damage and forgets the rest without a word, which would be commits that were acknowledged. A file that merely
 * breaks off is as a crash leaves it: what comes last was not synced, and so not acknowledged.
 */
public final class WalFiles {

    private static final String SUFFIX = ".log";

    private WalFiles() {
    }

    /**
     * Returns the files, oldest first; none when there is no such directory.
     *
     * @throws StoreException when the directory cannot be listed
     */
    public static TreeSet<Path> of(Path database) {
        var found = new TreeSet<Path>(Comparator.comparingLong(WalFiles::number));
        if (!Files.isDirectory(database)) {
            return found;
        }
        try (Stream<Path> files = Files.list(database)) {
            files.filter(file -> file.getFileName().toString().matches("\\d+\\" + SUFFIX)).forEach(found::add);
            return found;
        } catch (IOException e) {
            throw new StoreException("the store's files in " + database + " cannot be listed: " + e, e);
        }
    }

    private static long number(Path file) {
        String name = file.getFileName().toString();
        return Long.parseLong(name.substring(0, name.length() - SUFFIX.length()));
    }

    /**
     * Says what is lost in the middle of the log; nothing when there is no damage, or only at its end. Reads all of it.
     *
     * @throws StoreException when a file cannot be read
     */
    public static Optional<String> damage(Path database) {
        WalScan torn = null;
        long next = -1;
        for (Path file : of(database)) {
            WalScan scan = scan(file);
            if (scan.followedAt() >= 0) {
                return Optional.of("the log file " + file + " is damaged at byte " + scan.brokenAt()
                    + ", and commits follow at byte " + scan.followedAt());
            }
            // A server that was started after the file broke off goes on in a new one, with the next number.
            if (torn != null && scan.records() > 0 && next >= 0 && scan.firstSequence() != next) {
                return Optional.of("the log file " + torn.file() + " breaks off at byte " + torn.brokenAt()
                    + ", and what the file " + file + " goes on with is not what comes next");
            }
            if (scan.records() > 0) {
                next = scan.nextSequence();
                torn = null;
            }
            if (scan.brokenAt() >= 0) {
                torn = scan;
            }
        }
        return Optional.empty();
    }

    private static WalScan scan(Path file) {
        try {
            return WalScan.of(file);
        } catch (IOException e) {
            throw new StoreException("the log file " + file + " cannot be read: " + e, e);
        }
    }
}
