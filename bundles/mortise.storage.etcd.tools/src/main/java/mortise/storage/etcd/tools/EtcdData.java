package mortise.storage.etcd.tools;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import mortise.core.etcd.EtcdSettings;
import mortise.core.etcd.EtcdValues;
import mortise.spi.storage.Store;
import mortise.spi.storage.StoreAwayException;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoreTarget;
import mortise.spi.storage.UnknownOutcomeException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** What is below the prefix of a cluster in etcd, for tools. Speaks to etcd when it is asked to. */
@Component(service = StoreData.class, configurationPid = "mortise.storage.etcd", property = Store.BACKEND + "=etcd")
public final class EtcdData implements StoreData {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final EtcdSettings settings;

    /** Makes one for the members and the prefix that are configured. */
    @Activate
    public EtcdData(EtcdDataConfig config) {
        this(settings(config));
    }

    EtcdData(EtcdSettings settings) {
        this.settings = settings;
    }

    private static EtcdSettings settings(EtcdDataConfig config) {
        return new EtcdSettings(List.of(config.etcd_servers()), config.etcd_cafile(), config.etcd_certfile(),
                config.etcd_keyfile(), Duration.ofSeconds(config.request_timeout_seconds()),
                Duration.ofSeconds(config.connect_timeout_seconds()), config.response_mebibytes_max(),
                config.etcd_prefix());
    }

    @Override
    public StoreSource read() {
        return new EtcdSource(settings);
    }

    @Override
    public StoreTarget fill() {
        return new EtcdTarget(settings);
    }

    /** Connects and returns once etcd has answered, which the first time may take a moment. */
    static EtcdValues connected(EtcdSettings settings) {
        EtcdValues store = new EtcdValues(settings);
        store.begin(() -> { });
        boolean answered = false;
        try {
            patiently(store::currentRevision);
            answered = true;
            return store;
        } finally {
            if (!answered) {
                store.close();
            }
        }
    }

    /** Asks again while etcd does not answer: a tool has time, and would have to begin anew. */
    static <T> T patiently(Supplier<T> question) {
        long begin = System.nanoTime();
        while (true) {
            try {
                return question.get();
            } catch (StoreAwayException | UnknownOutcomeException away) {
                if (System.nanoTime() - begin > PATIENCE_NANOS) {
                    throw away;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
