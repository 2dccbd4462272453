package mortise.storage.etcd;

import mortise.spi.storage.Store;
import mortise.spi.storage.StoreData;
import mortise.spi.storage.StoreSource;
import mortise.spi.storage.StoreTarget;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** What is below the prefix of a cluster in etcd, for tools. Speaks to etcd when it is asked to. */
@Component(service = StoreData.class, configurationPid = "mortise.storage.etcd", property = Store.BACKEND + "=etcd")
public final class EtcdData implements StoreData {

    private final Connection.Settings settings;

    /** Makes one for the members and the prefix that are configured. */
    @Activate
    public EtcdData(EtcdStoreConfig config) {
        this(Connection.Settings.of(config));
    }

    EtcdData(Connection.Settings settings) {
        this.settings = settings;
    }

    @Override
    public StoreSource read() {
        return new EtcdSource(settings);
    }

    @Override
    public StoreTarget fill() {
        return new EtcdTarget(settings);
    }
}
