package mortise.storage.rocksdb.tools;

/** What of the embedded store's configuration commands need. The store describes it. */
public @interface RocksDataConfig {

    /** Directory of the server's data; the store is in {@code store} below it. */
    String data_dir() default "data";
}
