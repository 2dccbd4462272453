package mortise.core.configuration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Hashtable;
import java.util.Set;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.SynchronousConfigurationListener;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * Keeps a configuration for each PID that the launcher says something about: an empty one where no file made one, so
 * that a component which needs a configuration starts by a flag alone. Called by Config Admin and the framework, on any
 * thread.
 */
final class KeptConfigurations implements SynchronousConfigurationListener,
        ServiceTrackerCustomizer<ConfigurationAdmin, ConfigurationAdmin> {

    private static final String ANY_LOCATION = "?";

    private final BundleContext context;
    private final Set<String> pids;

    KeptConfigurations(BundleContext context, Set<String> pids) {
        this.context = context;
        this.pids = pids;
    }

    /** A deleted file took the configuration with it; what the flags say must survive. */
    @Override
    public void configurationEvent(ConfigurationEvent event) {
        if (event.getType() == ConfigurationEvent.CM_DELETED && pids.contains(event.getPid())) {
            ConfigurationAdmin admin = context.getService(event.getReference());
            if (admin != null) {
                keep(admin, event.getPid());
            }
        }
    }

    @Override
    public ConfigurationAdmin addingService(ServiceReference<ConfigurationAdmin> reference) {
        ConfigurationAdmin admin = context.getService(reference);
        pids.forEach(pid -> keep(admin, pid));
        return admin;
    }

    @Override
    public void modifiedService(ServiceReference<ConfigurationAdmin> reference, ConfigurationAdmin admin) {
        // Properties of Config Admin itself do not matter.
    }

    @Override
    public void removedService(ServiceReference<ConfigurationAdmin> reference, ConfigurationAdmin admin) {
        context.ungetService(reference);
    }

    private static void keep(ConfigurationAdmin admin, String pid) {
        try {
            Configuration configuration = admin.getConfiguration(pid, ANY_LOCATION);
            if (configuration.getProperties() == null) {
                configuration.update(new Hashtable<>());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no configuration for " + pid, e);
        }
    }
}
