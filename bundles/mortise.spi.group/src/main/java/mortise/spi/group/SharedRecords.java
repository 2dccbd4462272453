package mortise.spi.group;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Small records that all servers on one store agree on. A service of the core, which is there before anything is
 * served, and only on a store that several servers may use: without it, this server has everything for itself. Methods
 * may be called from any thread, block, and fail with {@link mortise.api.ApiException}.
 */
@ProviderType
public interface SharedRecords {

    /**
     * A record as it was.
     *
     * @param value its bytes; nobody changes them
     * @param version what {@link #write} expects
     */
    record Versioned(byte[] value, long version) {
    }

    /**
     * Returns a record, most recent; nothing when there is none.
     *
     * @param key below the root of the store, for example {@code ranges/serviceips}
     */
    Optional<Versioned> read(String key);

    /**
     * Writes a record if nobody else did since it was read; says whether it was written.
     *
     * @param version that was read; 0 when there was none
     */
    boolean write(String key, long version, byte[] value);
}
