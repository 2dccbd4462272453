package mortise.spi.storage;

import java.util.Optional;

/** How a commit ended. */
public sealed interface CommitOutcome {

    /**
     * The change was made.
     *
     * @param revision revision of the change
     */
    record Committed(long revision) implements CommitOutcome {
    }

    /**
     * The key was not as expected, and nothing was changed.
     *
     * @param current what the key has instead; empty when it has no value
     */
    record Refused(Optional<StoredValue> current) implements CommitOutcome {
    }
}
