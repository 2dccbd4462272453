package mortise.core.registry;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.osgi.framework.ServiceReference;

/**
 * The plug-ins of one kind, highest {@code service.ranking} first. Changes publish a new list; readers keep the one
 * they took.
 */
final class Plugins<T> implements Supplier<List<AdmissionChain.Plugin<T>>> {

    private final Map<ServiceReference<T>, AdmissionChain.Plugin<T>> bound =
            new TreeMap<>(Comparator.reverseOrder()); // guarded by this
    private volatile List<AdmissionChain.Plugin<T>> snapshot = List.of();

    synchronized void add(ServiceReference<T> reference, T service) {
        bound.put(reference, new AdmissionChain.Plugin<>(service, bundle(reference)));
        snapshot = List.copyOf(bound.values());
    }

    synchronized void remove(ServiceReference<T> reference) {
        bound.remove(reference);
        snapshot = List.copyOf(bound.values());
    }

    @Override
    public List<AdmissionChain.Plugin<T>> get() {
        return snapshot;
    }

    /** Returns the symbolic name of the bundle that provides a service. */
    static String bundle(ServiceReference<?> reference) {
        var bundle = reference.getBundle();
        return bundle == null ? "unknown" : bundle.getSymbolicName();
    }
}
