package mortise.itests.dynamics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/** The server that a test runs in, from the inside. */
final class RunningServer {

    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final String READY = "mortise.spi.operations.ServerReady";

    private final BundleContext context;

    RunningServer(BundleContext context) {
        this.context = context;
    }

    /** Waits until the server listens, and returns where. */
    String address() throws InterruptedException {
        var tracker = new ServiceTracker<Object, Object>(context, READY, null);
        tracker.open();
        try {
            if (tracker.waitForService(PATIENCE.toMillis()) == null) {
                throw new IllegalStateException("the server did not get ready; not active: " + bundlesNotActive());
            }
            ServiceReference<Object> ready = tracker.getServiceReference();
            return (String) ready.getProperty("mortise.address");
        } finally {
            tracker.close();
        }
    }

    private List<String> bundlesNotActive() {
        return Arrays.stream(context.getBundles())
                .filter(bundle -> bundle.getState() != Bundle.ACTIVE
                        && bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null)
                .map(bundle -> bundle.getSymbolicName() + " (state " + bundle.getState() + ")")
                .toList();
    }

    ApiClient admin() throws InterruptedException {
        return as("admin-token");
    }

    ApiClient as(String token) throws InterruptedException {
        return new ApiClient(address(), ServerInContainer.authority(), token);
    }

    /** Puts a jar into the deploy folder, all at once. */
    Path drop(Path jar) throws IOException {
        Path hidden = ServerInContainer.work().resolve(jar.getFileName() + ".part");
        Files.copy(jar, hidden, StandardCopyOption.REPLACE_EXISTING);
        return Files.move(hidden, ServerInContainer.deployFolder().resolve(jar.getFileName()),
                StandardCopyOption.ATOMIC_MOVE);
    }
}
