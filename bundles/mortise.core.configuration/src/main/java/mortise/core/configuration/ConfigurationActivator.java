package mortise.core.configuration;

import java.util.Hashtable;
import org.osgi.annotation.bundle.Header;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationPlugin;
import org.osgi.service.cm.SynchronousConfigurationListener;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Registers the overlay before Config Admin comes up, which waits for it ({@code felix.cm.config.plugins}). An
 * activator and no component, because Declarative Services starts later and is configured through this.
 */
@Header(name = Constants.BUNDLE_ACTIVATOR, value = "${@class}")
public final class ConfigurationActivator implements BundleActivator {

    /** Identifies the plug-in of Config Admin; also the prefix of the framework properties that are read. */
    private static final String ID = "mortise.core.configuration";

    private static final int AFTER_OTHER_PLUGINS = 1000;

    @Override
    public void start(BundleContext context) {
        Overlay overlay = new Overlay(context.getProperty(ID + ".flags"), context.getProperty(ID + ".defaults"),
                context.getProperty(ID + ".lists"));
        KeptConfigurations kept = new KeptConfigurations(context, overlay.configuredPids());
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("config.plugin.id", ID);
        properties.put(ConfigurationPlugin.CM_RANKING, AFTER_OTHER_PLUGINS);
        context.registerService(ConfigurationPlugin.class, overlay, properties);
        context.registerService(SynchronousConfigurationListener.class, kept, null);
        // The framework closes the tracker's listener and the registrations when the bundle stops.
        new ServiceTracker<>(context, ConfigurationAdmin.class, kept).open();
    }

    @Override
    public void stop(BundleContext context) {
        // Nothing is held that the framework does not release by itself.
    }
}
