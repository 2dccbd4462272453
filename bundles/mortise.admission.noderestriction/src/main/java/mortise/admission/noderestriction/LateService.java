package mortise.admission.noderestriction;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.ComponentServiceObjects;

/** A service that may come after whoever needs it, and is fetched when it is first used. Any thread. */
final class LateService<T> {

    // @GuardedBy("this")
    private @Nullable ComponentServiceObjects<T> source;
    // @GuardedBy("this"); every fetching is noted by the source, so it is fetched once.
    private @Nullable T service;

    synchronized void bind(ComponentServiceObjects<T> now) {
        source = now;
        service = null;
    }

    /** Forgets a service, unless another one has taken its place. */
    synchronized void unbind(ComponentServiceObjects<T> gone) {
        if (source != null && source.getServiceReference().equals(gone.getServiceReference())) {
            source = null;
            service = null;
        }
    }

    synchronized Optional<T> get() {
        if (service == null && source != null) {
            service = source.getService();
        }
        return Optional.ofNullable(service);
    }
}
