package mortise.core.http.plugin;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A service with the name to blame when it fails. Thread-safe.
 *
 * @param <T> type of the service
 */
public final class Plugin<T> {

    private final T service;
    private final String bundle;
    private final int timeoutSeconds;
    private final AtomicInteger hanging = new AtomicInteger();

    /**
     * Remembers a service.
     *
     * @param bundle symbolic name of its bundle
     * @param timeoutSeconds how long one call may take; 0 for what is usual
     */
    public Plugin(T service, String bundle, int timeoutSeconds) {
        this.service = service;
        this.bundle = bundle;
        this.timeoutSeconds = timeoutSeconds;
    }

    /** Returns the symbolic name of the bundle. */
    public String bundle() {
        return bundle;
    }

    /** Returns how many seconds one call may take; 0 for what is usual. */
    public int timeoutSeconds() {
        return timeoutSeconds;
    }

    /** Returns the service. */
    public T service() {
        return service;
    }

    /** Returns what messages name it by, for example {@code plug-in mortise.authn.x509 (X509Authenticator)}. */
    @Override
    public String toString() {
        String name = service.getClass().getName();
        return "plug-in " + bundle + " (" + name.substring(name.lastIndexOf('.') + 1) + ")";
    }

    /** Returns how many of its calls were given up and have not returned. */
    public int hanging() {
        return hanging.get();
    }

    /** Counts a call that was given up. */
    public void givenUp() {
        hanging.incrementAndGet();
    }

    /** Counts a call that returned after it was given up. */
    public void cameBack() {
        hanging.decrementAndGet();
    }
}
