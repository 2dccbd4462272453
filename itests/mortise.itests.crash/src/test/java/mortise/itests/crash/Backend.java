package mortise.itests.crash;

import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreSource;
import mortise.storage.etcd.EtcdStore;
import mortise.storage.etcd.EtcdStoreConfig;
import mortise.storage.etcd.tools.EtcdData;
import mortise.storage.etcd.tools.EtcdDataConfig;
import mortise.storage.rocksdb.RocksStore;
import mortise.storage.rocksdb.RocksStoreConfig;
import mortise.storage.rocksdb.tools.RocksData;

/** How a store is opened, by a word. */
enum Backend {

    /** A location is a data directory. */
    ROCKSDB(40) {
        @Override
        OpenStore open(String location) {
            RocksStore store = new RocksStore(config(RocksStoreConfig.class, Map.of("data_dir", location)));
            return new OpenStore(store, store::close);
        }

        @Override
        List<String> problems(String location) {
            List<String> problems = new ArrayList<>();
            try (StoreSource source = read(location)) {
                source.check(problems::add);
            }
            return problems;
        }

        @Override
        StoreSource read(String location) {
            return new RocksData(Path.of(location)).read();
        }
    },

    /** A location is the address of a member. */
    ETCD(1_000) {
        @Override
        OpenStore open(String location) {
            EtcdStore store = new EtcdStore(at(EtcdStoreConfig.class, location));
            patiently(store::currentRevision);
            return new OpenStore(store, store::close);
        }

        @Override
        StoreSource read(String location) {
            return new EtcdData(at(EtcdDataConfig.class, location)).read();
        }

        private <A extends Annotation> A at(Class<A> type, String location) {
            return config(type, Map.of(
                    "etcd_servers", new String[] {location}, "etcd_compaction_interval", "0s"));
        }
    };

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int lifeMillisMax;

    Backend(int lifeMillisMax) {
        this.lifeMillisMax = lifeMillisMax;
    }

    /** Returns how long a process may live once its stores are open; long enough for some changes. */
    int lifeMillisMax() {
        return lifeMillisMax;
    }

    /** A store, and how it is closed. */
    record OpenStore(Store store, Runnable end) implements AutoCloseable {
        @Override
        public void close() {
            end.run();
        }
    }

    abstract OpenStore open(String location);

    /** Reads all that is there, as the commands do. */
    abstract StoreSource read(String location);

    /** Returns what {@code mortise verify} would find in a store that nobody has open; a backend may have no check. */
    List<String> problems(String location) {
        return List.of();
    }

    /** Asks again while the store is away, which it may be for a moment after it was killed. */
    static <T> T patiently(Supplier<T> question) {
        long begin = System.nanoTime();
        while (true) {
            try {
                return question.get();
            } catch (StoreAwayException away) {
                if (System.nanoTime() - begin > PATIENCE_NANOS) {
                    throw away;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static <A extends Annotation> A config(Class<A> type, Map<String, Object> given) {
        Map<String, Object> values = new HashMap<>(given);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue())));
    }
}
