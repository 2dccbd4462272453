package mortise.core.etcd;

/** What follows changes until it is closed or told that it has ended. For any thread. */
public interface Following extends AutoCloseable {

    /** Asks etcd how far this is, which comes as {@link ChangeListener#onProgress}. Does not wait. */
    void askProgress();

    /** Ends it; nothing is told about that. */
    @Override
    void close();
}
