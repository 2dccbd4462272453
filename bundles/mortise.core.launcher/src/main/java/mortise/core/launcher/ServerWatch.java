package mortise.core.launcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until the server is ready: until the service {@value #READY} is there. It is known by name only; the launcher
 * depends on no bundle.
 */
final class ServerWatch {

    private static final String READY = "mortise.spi.operations.ServerReady";
    private static final String ADDRESS = "mortise.address";
    private static final String CORE = "mortise.core.";
    private static final int REPORT_AFTER_SECONDS = 20;

    private final Logger logger = LoggerFactory.getLogger(ServerWatch.class);
    private final CompletableFuture<String> address = new CompletableFuture<>();
    private final BundleContext context;

    /** Starts to watch; to be made before the framework starts, so that nothing is missed. */
    ServerWatch(BundleContext context) {
        this.context = context;
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
     * Blocks until the server is ready and returns its address, for example {@code https://127.0.0.1:6443}.
     *
     * @throws StartException when a component of the core fails
     */
    String await() throws InterruptedException {
        for (int second = 1;; second++) {
            try {
                return address.get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                requireNoFailure();
                if (second % REPORT_AFTER_SECONDS == 0) {
                    logger.warn("not ready after {} s; waiting for {}", second, unsatisfied());
                }
            } catch (ExecutionException e) {
                throw new IllegalStateException("only completed normally", e);
            }
        }
    }

    private void requireNoFailure() {
        for (ComponentConfigurationDTO component : components()) {
            if (component.state == ComponentConfigurationDTO.FAILED_ACTIVATION
                    && component.description.bundle.symbolicName.startsWith(CORE)) {
                throw new StartException(component.description.name + " does not start: "
                        + rootCause(component.failure));
            }
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

    /** The runtime gives the failure as the text of a stack trace; the last cause says most. */
    private static String rootCause(String stackTrace) {
        return Arrays.stream(stackTrace.split("\n")).filter(line -> line.startsWith("Caused by: "))
                .reduce((first, second) -> second).orElse(stackTrace.split("\n")[0]).replace("Caused by: ", "");
    }
}
