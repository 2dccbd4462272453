package mortise.core.registry;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest.Operation;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.ServiceReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The admission plug-ins of one kind that are switched on, in the order of kube-apiserver's list, and in one place of
 * it those with the highest {@code service.ranking} first. Changes publish a new list; readers keep the one they took.
 */
final class Plugins<T> implements Supplier<List<AdmissionChain.Plugin<T>>> {

    private static final Logger LOG = LoggerFactory.getLogger(Plugins.class);

    private final Map<ServiceReference<T>, AdmissionChain.Plugin<T>> bound =
            new TreeMap<>(Comparator.reverseOrder()); // guarded by this
    private AdmissionSelection selection; // guarded by this
    private volatile List<AdmissionChain.Plugin<T>> snapshot = List.of();

    Plugins(AdmissionSelection selection) {
        this.selection = selection;
    }

    synchronized void add(ServiceReference<T> reference, T service) {
        bound.put(reference, plugin(reference, service));
        publish();
    }

    synchronized void remove(ServiceReference<T> reference) {
        bound.remove(reference);
        publish();
    }

    synchronized void select(AdmissionSelection wanted) {
        selection = wanted;
        publish();
    }

    private synchronized void publish() {
        var on = new ArrayList<AdmissionChain.Plugin<T>>();
        for (AdmissionChain.Plugin<T> plugin : bound.values()) {
            if (selection.on(plugin.name())) {
                on.add(plugin);
            }
        }
        on.sort(Comparator.comparingInt(plugin -> KnownAdmission.position(plugin.name())));
        snapshot = List.copyOf(on);
    }

    @Override
    public List<AdmissionChain.Plugin<T>> get() {
        return snapshot;
    }

    /** Says whether there is a plug-in of a name, on or off. */
    synchronized boolean installed(String name) {
        return bound.values().stream().anyMatch(plugin -> plugin.name().equals(Optional.of(name)));
    }

    private static <T> AdmissionChain.Plugin<T> plugin(ServiceReference<T> reference, T service) {
        return new AdmissionChain.Plugin<>(service, bundle(reference),
                text(reference, AdmissionProperties.NAME), operations(reference),
                text(reference, AdmissionProperties.SIDE_EFFECTS).equals(Optional.of(AdmissionProperties.SOME)),
                text(reference, AdmissionProperties.REINVOCATION).equals(Optional.of(AdmissionProperties.IF_NEEDED)));
    }

    private static Optional<String> text(ServiceReference<?> reference, String property) {
        return reference.getProperty(property) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    private static Set<Operation> operations(ServiceReference<?> reference) {
        List<String> names = texts(reference.getProperty(AdmissionProperties.OPERATIONS));
        Set<Operation> operations = EnumSet.noneOf(Operation.class);
        for (String name : names) {
            try {
                operations.add(Operation.valueOf(name));
            } catch (IllegalArgumentException noSuchOperation) {
                LOG.error("Bundle {} has an admission plug-in for an operation that there is not: {}; it is called for"
                        + " all", bundle(reference), name);
                return EnumSet.allOf(Operation.class);
            }
        }
        return names.isEmpty() ? EnumSet.allOf(Operation.class) : operations;
    }

    private static List<String> texts(@Nullable Object property) {
        if (property instanceof String[] array) {
            return List.of(array);
        }
        if (property instanceof Iterable<?> items) {
            var texts = new ArrayList<String>();
            items.forEach(item -> texts.add(String.valueOf(item)));
            return texts;
        }
        return property instanceof String text ? List.of(text) : List.of();
    }

    /** Returns the symbolic name of the bundle that provides a service. */
    static String bundle(ServiceReference<?> reference) {
        var bundle = reference.getBundle();
        return bundle == null ? "unknown" : bundle.getSymbolicName();
    }
}
