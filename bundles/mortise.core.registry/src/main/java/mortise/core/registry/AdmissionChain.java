package mortise.core.registry;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.AdmissionRequest.Operation;
import mortise.spi.admission.MutatingAdmission;
import mortise.spi.admission.ValidatingAdmission;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the admission plug-ins, on the thread of the request. Their list is a snapshot that is taken once per request.
 *
 * <p>Mutating plug-ins that ask for it are called once more, in their order, when the object has changed since their
 * call. The object is copied for those only, and compared once for each.
 *
 * <p>A plug-in that throws anything but {@link ApiException} makes its request fail with 500, one that takes longer
 * than the limit with 504; both name the bundle. The limit is enforced by interrupting the thread: a plug-in that
 * ignores interrupts keeps its request until it returns, and no other.
 */
final class AdmissionChain {

    private static final Logger LOG = LoggerFactory.getLogger(AdmissionChain.class);

    /**
     * A plug-in and what is known about it.
     *
     * @param <T> its kind
     * @param service the plug-in
     * @param bundle symbolic name of its bundle
     * @param name what settings call it; nothing when it has no name
     * @param operations what it is called for
     * @param sideEffects whether it cannot be called in a dry run
     * @param reinvoked whether it is called once more when others have changed the object
     */
    record Plugin<T>(
            T service,
            String bundle,
            Optional<String> name,
            Set<Operation> operations,
            boolean sideEffects,
            boolean reinvoked) {

        /** One that says nothing about itself. */
        Plugin(T service, String bundle) {
            this(service, bundle, Optional.empty(), EnumSet.allOf(Operation.class), false, false);
        }
    }

    /** A plug-in that is called again if needed, and the object as it left it. */
    private record Seen(Plugin<MutatingAdmission> plugin, Optional<ApiObject> object) {
    }

    private final Supplier<List<Plugin<MutatingAdmission>>> mutating;
    private final Supplier<List<Plugin<ValidatingAdmission>>> validating;
    private final Watchdogs watchdogs;
    private final Duration timeout;

    AdmissionChain(
            Supplier<List<Plugin<MutatingAdmission>>> mutating,
            Supplier<List<Plugin<ValidatingAdmission>>> validating,
            ScheduledExecutorService timer,
            Duration timeout) {
        this.mutating = mutating;
        this.validating = validating;
        this.watchdogs = new Watchdogs(timer, timeout);
        this.timeout = timeout;
    }

    /**
     * Lets every mutating plug-in change the object.
     *
     * @param warnings gets what they have to say to the caller
     * @return whether any was asked
     */
    boolean mutate(AdmissionRequest request, List<String> warnings) {
        boolean asked = false;
        List<Seen> seen = List.of();
        for (Plugin<MutatingAdmission> plugin : mutating.get()) {
            if (plugin.operations().contains(request.operation())) {
                asked = true;
                mutate(plugin, request, warnings);
                if (plugin.reinvoked() && request.object().isPresent()) {
                    seen = seen.isEmpty() ? new ArrayList<>() : seen;
                    seen.add(new Seen(plugin, request.object().map(ApiObject::deepCopy)));
                }
            }
        }
        for (Seen before : seen) {
            // Also changes that were made in this second round count, so the last one sees what the first one did.
            if (!request.object().equals(before.object())) {
                mutate(before.plugin(), request.again(), warnings);
            }
        }
        return asked;
    }

    private void mutate(Plugin<MutatingAdmission> plugin, AdmissionRequest request, List<String> warnings) {
        take(ask(plugin, request, () -> plugin.service().admit(request)), warnings);
    }

    /** Asks every validating plug-in. */
    void validate(AdmissionRequest request, List<String> warnings) {
        for (Plugin<ValidatingAdmission> plugin : validating.get()) {
            if (plugin.operations().contains(request.operation())) {
                take(ask(plugin, request, () -> plugin.service().validate(request)), warnings);
            }
        }
    }

    private static void take(AdmissionDecision decision, List<String> warnings) {
        if (decision instanceof AdmissionDecision.Refused refused) {
            throw new ApiException(refused.status());
        }
        warnings.addAll(((AdmissionDecision.Admitted) decision).warnings());
    }

    private AdmissionDecision ask(
            Plugin<?> plugin, AdmissionRequest request, Supplier<@Nullable AdmissionDecision> call) {
        if (request.dryRun() && plugin.sideEffects()) {
            return AdmissionDecision.noDryRun("admission plug-in \"" + plugin.name().orElse(plugin.bundle()) + "\"");
        }
        Watchdogs.Watchdog watchdog = watchdogs.watch(Thread.currentThread());
        @Nullable AdmissionDecision decision = null;
        @Nullable RuntimeException failure = null;
        boolean late;
        try {
            decision = call.get();
        } catch (RuntimeException thrown) {
            failure = thrown;
        } finally {
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
}
