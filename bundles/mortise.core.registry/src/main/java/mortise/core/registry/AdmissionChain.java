package mortise.core.registry;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.admission.ValidatingAdmission;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the admission plug-ins, on the thread of the request. Their list is a snapshot that is taken once per request.
 *
 * <p>A plug-in that throws anything but {@link ApiException} makes its request fail with 500, one that takes longer
 * than the limit with 504; both name the bundle. The limit is enforced by interrupting the thread: a plug-in that
 * ignores interrupts keeps its request until it returns, and no other.
 */
final class AdmissionChain {

    private static final Logger LOG = LoggerFactory.getLogger(AdmissionChain.class);

    /**
     * A plug-in and where it comes from.
     *
     * @param <T> its kind
     * @param service the plug-in
     * @param bundle symbolic name of its bundle
     */
    record Plugin<T>(T service, String bundle) {
    }

    private final Supplier<List<Plugin<MutatingAdmission>>> mutating;
    private final Supplier<List<Plugin<ValidatingAdmission>>> validating;
    private final ScheduledExecutorService timer;
    private final Duration timeout;

    AdmissionChain(
            Supplier<List<Plugin<MutatingAdmission>>> mutating,
            Supplier<List<Plugin<ValidatingAdmission>>> validating,
            ScheduledExecutorService timer,
            Duration timeout) {
        this.mutating = mutating;
        this.validating = validating;
        this.timer = timer;
        this.timeout = timeout;
    }

    /**
     * Lets every mutating plug-in change the object.
     *
     * @param warnings gets what they have to say to the caller
     * @return whether any was asked
     */
    boolean mutate(AdmissionRequest request, List<String> warnings) {
        List<Plugin<MutatingAdmission>> plugins = mutating.get();
        for (Plugin<MutatingAdmission> plugin : plugins) {
            take(ask(plugin, () -> plugin.service().admit(request)), warnings);
        }
        return !plugins.isEmpty();
    }

    /** Asks every validating plug-in. */
    void validate(AdmissionRequest request, List<String> warnings) {
        for (Plugin<ValidatingAdmission> plugin : validating.get()) {
            take(ask(plugin, () -> plugin.service().validate(request)), warnings);
        }
    }

    private static void take(AdmissionDecision decision, List<String> warnings) {
        if (decision instanceof AdmissionDecision.Refused refused) {
            throw new ApiException(refused.status());
        }
        warnings.addAll(((AdmissionDecision.Admitted) decision).warnings());
    }

    private AdmissionDecision ask(Plugin<?> plugin, Supplier<@Nullable AdmissionDecision> call) {
        var watchdog = new Watchdog(Thread.currentThread());
        ScheduledFuture<?> alarm = timer.schedule(watchdog, timeout.toMillis(), TimeUnit.MILLISECONDS);
        @Nullable AdmissionDecision decision = null;
        @Nullable RuntimeException failure = null;
        boolean late;
        try {
            decision = call.get();
        } catch (RuntimeException thrown) {
            failure = thrown;
        } finally {
            alarm.cancel(false);
            late = watchdog.stop();
        }
        if (late) {
            throw tooLate(plugin);
        }
        if (failure instanceof ApiException refused) {
            throw refused;
        }
        if (decision == null) {
            throw broken(plugin, failure == null ? new IllegalStateException("returned no decision") : failure);
        }
        return decision;
    }

    private ApiException tooLate(Plugin<?> plugin) {
        String message = "admission plug-in " + name(plugin) + " did not answer within " + timeout.toSeconds() + " s";
        LOG.warn(message);
        return new ApiException(new ApiStatus(ErrorReason.TIMEOUT, "Timeout: " + message, Optional.empty()));
    }

    private static ApiException broken(Plugin<?> plugin, RuntimeException failure) {
        LOG.warn("admission plug-in {} failed", name(plugin), failure);
        return ApiException.internal("admission plug-in " + name(plugin) + " failed", failure);
    }

    private static String name(Plugin<?> plugin) {
        return plugin.service().getClass().getName() + " of bundle " + plugin.bundle();
    }

    /** Interrupts a thread unless stopped before; never interrupts what the thread does afterwards. */
    private static final class Watchdog implements Runnable {

        private final Thread watched;
        private boolean stopped; // guarded by this
        private boolean fired; // guarded by this

        Watchdog(Thread watched) {
            this.watched = watched;
        }

        @Override
        public synchronized void run() {
            if (!stopped) {
                fired = true;
                watched.interrupt();
            }
        }

        /** Returns whether it was too late, and then takes the interrupt back. */
        synchronized boolean stop() {
            stopped = true;
            if (fired) {
                Thread.interrupted();
            }
            return fired;
        }
    }
}
