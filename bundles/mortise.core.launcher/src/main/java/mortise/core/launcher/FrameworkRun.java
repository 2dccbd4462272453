package mortise.core.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.felix.framework.Felix;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceFactory;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.service.log.LogService;
import org.osgi.service.log.LoggerFactory;
import org.slf4j.Logger;

/**
 * One run of the framework: made, filled with bundles, started, stopped. The start levels are those of the feature
 * files: below {@value #PLUGINS} stands what the server cannot do without.
 */
final class FrameworkRun {

    /** Start level of plug-ins, those of the distribution and those dropped in later. */
    static final int PLUGINS = 10;

    private static final int SHELL = 20;

    /** FileInstall acts on a file that two looks found unchanged, so a change takes effect after two or three. */
    private static final int POLL_MILLISECONDS = 100;
    private static final long STOP_MILLISECONDS = 30_000;

    private final Logger logger = org.slf4j.LoggerFactory.getLogger(FrameworkRun.class);
    private final Felix framework;
    private final BundleSet bundles;
    private final FrameworkLog log;
    private final Unresolved unresolved;
    private final ComponentFailures failures = new ComponentFailures(InstantSource.system());

    private FrameworkRun(Felix framework, BundleSet bundles, FrameworkLog log) {
        this.framework = framework;
        this.bundles = bundles;
        this.log = log;
        this.unresolved = new Unresolved(framework.getBundleContext());
    }

    /** Makes a framework with the bundles of the distribution installed, not started yet. */
    static FrameworkRun create(Folders folders, Map<String, Object> properties) throws IOException, BundleException {
        return create(folders, properties, BundleSet.of(folders.home().resolve("bundles"), folders.cache()));
    }

    /** Makes a framework with these bundles installed, not started yet. */
    static FrameworkRun create(Folders folders, Map<String, Object> properties, BundleSet bundles)
            throws IOException, BundleException {
        Path storage = folders.cache().resolve("framework");
        boolean cached = bundles.isCached();
        bundles.forget();
        FrameworkLog log = new FrameworkLog();
        Map<String, Object> all = new HashMap<>(properties);
        all.put("felix.log.logger", log);
        all.put("felix.log.level", "2");
        all.put(Constants.FRAMEWORK_STORAGE, storage.toString());
        Felix framework = initialized(all, storage, cached);
        if (framework == null) {
            cached = false;
            framework = initialized(all, storage, false);
        }
        if (framework == null) {
            throw new StartException("the framework cannot use " + storage);
        }
        if (!cached) {
            bundles.install(framework.getBundleContext());
        }
        return new FrameworkRun(framework, bundles, log);
    }

    /** Returns the properties that do not depend on flags. */
    static Map<String, Object> properties(Folders folders, String systemPackages, boolean shell) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("org.osgi.framework.system.packages.extra", systemPackages);
        properties.put("org.osgi.framework.startlevel.beginning", String.valueOf(shell ? SHELL : PLUGINS));
        // The launcher has its own lock on the data folder.
        properties.put("felix.cache.locking", "false");
        // Files and flags are the truth, and both are read at every start.
        properties.put("felix.cm.pm", "memory");
        properties.put("felix.cm.config.plugins", "mortise.core.configuration");
        properties.put("felix.fileinstall.dir", folders.config() + "," + folders.deploy());
        properties.put("felix.fileinstall.tmpdir", folders.cache().resolve("deploy").toString());
        properties.put("felix.fileinstall.filter", ".*\\.(cfg|config|jar)");
        properties.put("felix.fileinstall.poll", String.valueOf(POLL_MILLISECONDS));
        properties.put("felix.fileinstall.noInitialDelay", "true");
        // Left on, it writes back to the files and was seen to leave an empty one behind after a kill.
        properties.put("felix.fileinstall.enableConfigSave", "false");
        properties.put("felix.fileinstall.subdir.mode", "skip");
        properties.put("felix.fileinstall.log.level", "3");
        properties.put("felix.fileinstall.start.level", String.valueOf(PLUGINS));
        properties.put("ds.cache.metadata", "true");
        properties.put("gosh.args", "--noshutdown");
        return properties;
    }

    BundleContext context() {
        return framework.getBundleContext();
    }

    /** Returns what components reported while they started. */
    ComponentFailures failures() {
        return failures;
    }

    /**
     * Starts the framework and every bundle up to the final start level; returns when that is reached, or when the
     * framework is stopped before.
     *
     * @throws StartException when the framework or a bundle below the plug-ins does not start
     */
    void start() throws BundleException {
        BundleContext context = framework.getBundleContext();
        context.registerService(new String[] {LogService.class.getName(), LoggerFactory.class.getName()},
                new LogServices(unresolved, failures), null);
        framework.start();
        if (framework.getState() != Bundle.ACTIVE) {
            return;
        }
        List<Bundle> missing = Arrays.stream(context.getBundles()).filter(FrameworkRun::shouldRun).toList();
        for (Bundle bundle : missing) {
            logger.error("{} does not start: {}", bundle.getSymbolicName(), reason(bundle));
        }
        String core = missing.stream().filter(bundle -> level(bundle) < PLUGINS)
                .map(bundle -> bundle.getSymbolicName() + " (" + reason(bundle) + ")")
                .collect(Collectors.joining("; "));
        if (!core.isEmpty()) {
            throw new StartException("these bundles do not start: " + core);
        }
    }

    /** The server is ready: its next start may use the framework's cache. */
    void keepCache() throws IOException {
        bundles.remember();
    }

    /** Stops in the order of the start levels, downwards. Returns when all has stopped or after 30 s. */
    void stop() {
        try {
            framework.stop();
            framework.waitForStop(STOP_MILLISECONDS);
        } catch (BundleException e) {
            logger.error("the framework does not stop", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Blocks until the framework has stopped, whoever stopped it. */
    void waitForStop() throws InterruptedException {
        framework.waitForStop(0);
    }

    private String reason(Bundle bundle) {
        if (bundle.getState() == Bundle.INSTALLED) {
            return "it needs " + unresolved.needs(bundle);
        }
        return log.startFailure(bundle).map(LogText::oneLine).orElse("for no reason that the framework reported");
    }

    private static boolean shouldRun(Bundle bundle) {
        return bundle.getState() != Bundle.ACTIVE && bundle.getState() != Bundle.STARTING
                && !BundleSet.isFragment(bundle) && level(bundle) <= PLUGINS;
    }

    private static int level(Bundle bundle) {
        return bundle.adapt(BundleStartLevel.class).getStartLevel();
    }

    private static Felix initialized(Map<String, Object> properties, Path storage, boolean cached)
            throws IOException {
        Map<String, Object> all = new HashMap<>(properties);
        if (!cached) {
            all.put(Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
        }
        Files.createDirectories(storage);
        try {
            Felix framework = new Felix(all);
            framework.init();
            return framework;
        } catch (BundleException | RuntimeException e) {
            org.slf4j.LoggerFactory.getLogger(FrameworkRun.class)
                    .warn("the framework's cache {} is damaged and made anew", storage, e);
            return null;
        }
    }

    /** Gives each bundle a log service whose records carry the name of the bundle. */
    private record LogServices(Unresolved unresolved, ComponentFailures failures) implements ServiceFactory<OsgiLog> {

        @Override
        public OsgiLog getService(Bundle bundle, ServiceRegistration<OsgiLog> registration) {
            return new OsgiLog(bundle.getSymbolicName(), unresolved::readable, failures);
        }

        @Override
        public void ungetService(Bundle bundle, ServiceRegistration<OsgiLog> registration, OsgiLog service) {
            // Nothing to release.
        }
    }
}
