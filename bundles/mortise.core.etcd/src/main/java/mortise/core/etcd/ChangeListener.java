package mortise.core.etcd;

import java.util.List;
import mortise.spi.storage.StoreEvent;
import mortise.spi.storage.StoreException;

/** Takes what etcd tells, in order, on a thread of the client that must not be held up. */
public interface ChangeListener {

    /** Takes changes, at least one, the oldest first. */
    void onChanges(List<StoreEvent> changes);

    /** Is told up to which revision everything has come, if the members can be trusted to say so. */
    void onProgress(long revision);

    /**
     * Is told why nothing comes any more.
     *
     * @param why a {@link mortise.spi.storage.CompactedException} when the changes are no longer in the history
     */
    void onEnd(StoreException why);
}
