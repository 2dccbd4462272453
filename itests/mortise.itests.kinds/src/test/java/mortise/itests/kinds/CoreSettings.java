package mortise.itests.kinds;

import java.lang.annotation.Annotation;
import mortise.group.core.CoreConfig;

/** What the core group is configured with unless somebody says otherwise. */
final class CoreSettings implements CoreConfig {

    @Override
    public String service_cluster_ip_range() {
        return "10.0.0.0/24";
    }

    @Override
    public String service_node_port_range() {
        return "30000-32767";
    }

    @Override
    public String[] kubelet_preferred_address_types() {
        return new String[] {"InternalIP"};
    }

    @Override
    public int kubelet_port() {
        return 10250;
    }

    @Override
    public String event_ttl() {
        return "1h";
    }

    @Override
    public Class<? extends Annotation> annotationType() {
        return CoreConfig.class;
    }
}
