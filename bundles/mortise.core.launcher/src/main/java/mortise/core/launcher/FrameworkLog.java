package mortise.core.launcher;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.felix.framework.Logger;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.ServiceReference;
import org.slf4j.LoggerFactory;

/**
 * What the framework itself reports, written to SLF4J instead of standard output. Why a bundle did not start is kept
 * instead, for one readable record by {@link FrameworkRun}. Any thread.
 */
final class FrameworkLog extends Logger {

    private final org.slf4j.Logger logger = LoggerFactory.getLogger("org.apache.felix.framework");
    private final Map<Bundle, Throwable> startFailures = new ConcurrentHashMap<>();

    /** Returns why a bundle did not start. */
    Optional<Throwable> startFailure(Bundle bundle) {
        return Optional.ofNullable(startFailures.get(bundle));
    }

    @Override
    @SuppressWarnings("rawtypes")
    protected void doLog(@Nullable Bundle bundle, @Nullable ServiceReference reference, int level, String message,
            @Nullable Throwable failure) {
        if (bundle != null && failure instanceof BundleException) {
            startFailures.put(bundle, failure);
            logger.debug("{}: {}", bundle.getSymbolicName(), message);
        } else {
            String text = bundle == null ? message : bundle.getSymbolicName() + ": " + message;
            logger.atLevel(OsgiLog.level(level)).setCause(failure).log(text);
        }
    }
}
