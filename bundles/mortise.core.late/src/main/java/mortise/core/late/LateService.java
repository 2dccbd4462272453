package mortise.core.late;

import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;

/**
 * A service that may come after whoever needs it, and is fetched when it is first used: a component of the server that
 * plug-ins use cannot be a declared reference of theirs, since it needs them itself. Any thread.
 *
 * @param <T> type of the service
 */
public final class LateService<T> implements AutoCloseable {

    private final Supplier<@Nullable T> source;
    private final Runnable end;

    private LateService(Supplier<@Nullable T> source, Runnable end) {
        this.source = source;
        this.end = end;
    }

    /** Looks out for the services of a type. The caller closes it when it is deactivated. */
    public static <T> LateService<T> of(BundleContext context, Class<T> type) {
        return tracked(context, filter("(" + Constants.OBJECTCLASS + "=" + type.getName() + ")"));
    }

    /**
     * Looks out for the services of a type that have a property of a value. The caller closes it when it is
     * deactivated.
     */
    public static <T> LateService<T> of(BundleContext context, Class<T> type, String property, String value) {
        return tracked(context, filter(
                "(&(" + Constants.OBJECTCLASS + "=" + type.getName() + ")(" + property + "=" + value + "))"));
    }

    /** Returns what a supplier has, for whatever works without OSGi; it has nothing when it supplies null. */
    public static <T> LateService<T> given(Supplier<@Nullable T> source) {
        return new LateService<>(source, () -> { });
    }

    private static <T> LateService<T> tracked(BundleContext context, Filter filter) {
        ServiceTracker<T, Fetched<T>> tracker = new ServiceTracker<>(context, filter, null) {
            @Override
            public Fetched<T> addingService(ServiceReference<T> reference) {
                return new Fetched<>(context, reference);
            }

            @Override
            public void removedService(ServiceReference<T> reference, Fetched<T> fetched) {
                fetched.giveBack();
            }
        };
        tracker.open();
        return new LateService<>(() -> {
            Fetched<T> fetched = tracker.getService();
            return fetched == null ? null : fetched.get();
        }, tracker::close);
    }

    private static Filter filter(String text) {
        try {
            return FrameworkUtil.createFilter(text);
        } catch (InvalidSyntaxException wrong) {
            throw new IllegalArgumentException(wrong);
        }
    }

    /** Returns the service of the highest rank. Blocks while it is made, when this is its first use. */
    public Optional<T> find() {
        return Optional.ofNullable(source.get());
    }

    /**
     * Returns the service, which requests cannot be answered without.
     *
     * @throws ApiException 503 while there is none
     */
    public T require() {
        return find().orElseThrow(() ->
                new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the server is not ready")));
    }

    @Override
    public void close() {
        end.run();
    }

    /** A service from its first use on. */
    private static final class Fetched<T> {

        private final BundleContext context;
        private final ServiceReference<T> reference;
        private volatile @Nullable T service;

        Fetched(BundleContext context, ServiceReference<T> reference) {
            this.context = context;
            this.reference = reference;
        }

        /** Null where it has just gone, or waits for its own activation. */
        @Nullable T get() {
            T known = service;
            return known == null ? fetch() : known;
        }

        // Fetched once, so that it is given back once. Nobody waits for this lock while he activates the service.
        private synchronized @Nullable T fetch() {
            if (service == null) {
                service = context.getService(reference);
            }
            return service;
        }

        synchronized void giveBack() {
            if (service != null) {
                service = null;
                context.ungetService(reference);
            }
        }
    }
}
