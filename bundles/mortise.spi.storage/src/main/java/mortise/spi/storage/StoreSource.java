package mortise.spi.storage;

import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ConsumerType;

/** The data of a backend at one revision, for a tool. One thread. Every failure is a {@link StoreException}. */
@ConsumerType
public interface StoreSource extends AutoCloseable {

    /** Returns the revision at which everything is read. */
    long revision();

    /** Reads keys in order, from the first one that is asked for; the revision of the request does not matter. */
    RangePage range(RangeRequest request);

    /** Reads one key. */
    Optional<StoredValue> get(String key);

    /** Returns how long a value of this source still lives, in seconds, at least 1; 0 for ever. */
    long lifetimeSeconds(StoredValue value);

    /**
     * Checks whether everything that is stored agrees with everything else, as far as the backend can tell.
     *
     * @param problems takes what is wrong, each in one line that names the key
     * @return how many records were looked at
     */
    long check(Consumer<String> problems);

    /** Lets go of the data. */
    @Override
    void close();
}
