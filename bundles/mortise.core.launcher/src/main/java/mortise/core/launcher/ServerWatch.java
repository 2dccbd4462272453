package mortise.core.launcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.condition.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the server is ready: until the service {@value #READY} is there. It is known by name only; the launcher
 * depends on no bundle.
 */
final class ServerWatch {

    private static final String READY = "mortise.spi.operations.ServerReady";
    private static final String ADDRESS = "mortise.address";
    private static final String OWN = "mortise.";
    private static final String STARTED = "mortise.started";
    private static final String MODES = "authorization.mode";
    private static final String MODES_FILE = "authorization.config";
    private static final String MODE = "mortise.authorizer.mode";
    private static final int LOOK_MILLISECONDS = 50;
    private static final int REPORT_AFTER_SECONDS = 20;

    private final Logger logger = LoggerFactory.getLogger(ServerWatch.class);
    private final CompletableFuture<String> address = new CompletableFuture<>();
    private final BundleContext context;
    private final ComponentFailures failures;
    private final Layers layers;

    /** Starts to watch; to be made before the framework starts, so that nothing is missed. */
    ServerWatch(FrameworkRun framework, Layers layers) {
        context = framework.context();
        failures = framework.failures();
        this.layers = layers;
        try {
            context.addServiceListener(event -> {
                if (event.getType() == ServiceEvent.REGISTERED) {
                    address.complete(String.valueOf(event.getServiceReference().getProperty(ADDRESS)));
                }
            }, "(objectClass=" + READY + ")");
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("the filter is a constant", e);
        }
    }

    /**
     * Says to the bundles that all have started, and blocks until the server is ready.
     *
     * @return its address, for example {@code https://127.0.0.1:6443}
     * @throws UsageException when a component does not start because of a flag
     * @throws StartException when a component of this project does not start for another reason
     */
    String await() throws InterruptedException {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put(Condition.CONDITION_ID, STARTED);
        context.registerService(Condition.class, Condition.INSTANCE, properties);
        long begin = System.nanoTime();
        for (int reports = 1;; ) {
            requireNoFailure();
            try {
                String ready = address.get(LOOK_MILLISECONDS, TimeUnit.MILLISECONDS);
                requireNoFailure();
                requireModes();
                return ready;
            } catch (TimeoutException e) {
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos((long) reports * REPORT_AFTER_SECONDS)) {
                    logger.warn("not ready after {} s; waiting for {}", reports * REPORT_AFTER_SECONDS, unsatisfied());
                    HeldLog.open();
                    reports++;
                }
            } catch (ExecutionException e) {
                throw new IllegalStateException("only completed normally", e);
            }
        }
    }

    private void requireNoFailure() {
        Map<String, Throwable> causes = failures.causes();
        if (causes.isEmpty()) {
            return;
        }
        for (ComponentConfigurationDTO component : components()) {
            Throwable cause = causes.get(component.description.implementationClass);
            boolean runs = component.state == ComponentConfigurationDTO.ACTIVE;
            if (cause != null && !runs && component.description.bundle.symbolicName.startsWith(OWN)) {
                throw new StartProblem(List.of(component.description.configurationPid), cause, layers.given())
                        .asException();
            }
        }
    }

    /** A mode that nobody provides would refuse every request, or with others in the list never be asked. */
    private void requireModes() {
        if (!layers.effective(MODES_FILE).orElse("").isBlank()) {
            return; // the file says who is asked, and whoever reads it checks it
        }
        for (String mode : layers.effective(MODES).orElse("").split(",")) {
            if (!mode.isBlank() && !provided(MODE, mode.strip())) {
                String text = "no installed bundle provides the mode " + mode.strip();
                throw layers.flagged(MODES)
                        ? new UsageException("bad value \"" + layers.effective(MODES).orElse("") + "\" for flag --"
                                + MODES.replace('.', '-') + ": " + text)
                        : new StartException(MODES + ": " + text);
            }
        }
    }

    private boolean provided(String property, String value) {
        try {
            ServiceReference<?>[] found = context.getAllServiceReferences(null, "(" + property + "=*)");
            return found != null
                    && Arrays.stream(found).anyMatch(service -> value.equals(service.getProperty(property)));
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException("the filter is a constant", e);
        }
    }

    private List<String> unsatisfied() {
        List<String> texts = new ArrayList<>();
        for (ComponentConfigurationDTO component : components()) {
            for (var reference : component.unsatisfiedReferences) {
                texts.add(component.description.name + " -> " + reference.name);
            }
        }
        return texts;
    }

    private List<ComponentConfigurationDTO> components() {
        ServiceReference<ServiceComponentRuntime> reference =
                context.getServiceReference(ServiceComponentRuntime.class);
        ServiceComponentRuntime runtime = reference == null ? null : context.getService(reference);
        List<ComponentConfigurationDTO> components = new ArrayList<>();
        if (runtime != null) {
            for (ComponentDescriptionDTO description : runtime.getComponentDescriptionDTOs()) {
                components.addAll(runtime.getComponentConfigurationDTOs(description));
            }
        }
        return components;
    }
}
