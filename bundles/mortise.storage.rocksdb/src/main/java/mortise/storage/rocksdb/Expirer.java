package mortise.storage.rocksdb;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import mortise.core.rocksdb.Database;
import mortise.core.rocksdb.KeyLayout;
import mortise.core.rocksdb.KeyLayout.Expiry;
import mortise.spi.storage.Commit;
import mortise.spi.storage.CommitOutcome;
import mortise.spi.storage.StoreException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes values whose lifetime is over. Each is deleted by a commit that expects the very value the lifetime was given
 * to, so that one which was replaced meanwhile stays. The entries of the index go after that: a crash in between has
 * the commits made again, and refused.
 */
final class Expirer {

    private static final Logger LOG = LoggerFactory.getLogger(Expirer.class);
    private static final int ENTRIES_MAX = 500;

    private final Database database;
    private final Clock clock;
    private final Function<Commit, CompletionStage<CommitOutcome>> commits;

    Expirer(Database database, Clock clock, Function<Commit, CompletionStage<CommitOutcome>> commits) {
        this.database = database;
        this.clock = clock;
        this.commits = commits;
    }

    /** Deletes what is due. Called regularly, by one thread at a time; never throws. */
    void run() {
        try {
            while (deleteSome() == ENTRIES_MAX) {
                // There may be more.
            }
        } catch (StoreException e) {
            LOG.warn("Values whose lifetime is over could not be deleted, it will be tried again: {}", e.getMessage());
        }
    }

    private int deleteSome() {
        List<Expiry> due = due(clock.millis());
        var outcomes = new ArrayList<CompletableFuture<CommitOutcome>>(due.size());
        for (Expiry expiry : due) {
            Commit deletion = Commit.delete(expiry.key(), expiry.modRevision());
            outcomes.add(commits.apply(deletion).toCompletableFuture());
        }
        try {
            CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new)).join();
        } catch (RuntimeException failed) {
            Throwable cause = failed.getCause() == null ? failed : failed.getCause();
            throw new StoreException("deleting failed: " + cause.getMessage(), cause);
        }
        if (!due.isEmpty()) {
            forget(due);
        }
        return due.size();
    }

    private List<Expiry> due(long nowMillis) {
        return database.snapshot("reading lifetimes", at -> {
            var due = new ArrayList<Expiry>();
            try (RocksIterator entries = database.rocks().newIterator(at)) {
                for (entries.seek(KeyLayout.expiryKey(0, 0)); entries.isValid() && due.size() < ENTRIES_MAX;
                        entries.next()) {
                    if (!KeyLayout.isExpiry(entries.key())) {
                        break;
                    }
                    Expiry next = KeyLayout.expiry(entries.key(), entries.value());
                    if (next.endMillis() > nowMillis) {
                        break;
                    }
                    due.add(next);
                }
                entries.status();
            }
            return due;
        });
    }

    private void forget(List<Expiry> entries) {
        database.use("forgetting lifetimes", () -> {
            try (var batch = new WriteBatch()) {
                for (Expiry entry : entries) {
                    batch.delete(KeyLayout.expiryKey(entry.endMillis(), entry.modRevision()));
                }
                database.writeUnsynced(batch);
            }
            return entries;
        });
    }
}
