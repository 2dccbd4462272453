package mortise.group.core;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.ObjectMeta;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.Removal;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.ObjectAction;
import org.jspecify.annotations.Nullable;

/** Deletes a pod if the budget of the pods it belongs to allows it. */
final class EvictionAction implements ObjectAction {

    /** How often an eviction is tried when pod or budget change meanwhile. */
    private static final int ATTEMPTS_MAX = 20;
    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final GroupResource PODS = new GroupResource("", "pods");

    private final Supplier<ObjectAccess> objects;
    private final InstantSource clock;
    private final Budgets budgets;

    EvictionAction(Supplier<ObjectAccess> objects, InstantSource clock) {
        this.objects = objects;
        this.clock = clock;
        this.budgets = new Budgets(objects, clock);
    }

    @Override
    public ApiObject perform(ActionRequest request) {
        ApiObject eviction = request.body();
        if (!eviction.metadata().name().equals(request.name())) {
            throw ApiException.badRequest("name in URL does not match name in Eviction object");
        }
        boolean dryRun = request.dryRun()
                || eviction.at("deleteOptions", "dryRun") instanceof List<?> stages && stages.contains("All");
        Removal removal = removal(eviction);
        for (int attempt = 1;; attempt++) {
            try {
                evict(request.namespace(), request.name(), removal, dryRun);
                return Answers.success();
            } catch (ApiException lost) {
                boolean again = lost.status().reason() == ErrorReason.CONFLICT && attempt < ATTEMPTS_MAX
                        && removal.uid().isEmpty() && removal.resourceVersion().isEmpty();
                if (!again) {
                    throw lost;
                }
            }
        }
    }

    private static Removal removal(ApiObject eviction) {
        Object options = eviction.at("deleteOptions");
        var tree = new ApiObject(options instanceof Map<?, ?> ? eviction.structAt("deleteOptions") : Map.of());
        return new Removal(
                tree.at("gracePeriodSeconds") instanceof Long seconds
                        ? OptionalLong.of(seconds) : OptionalLong.empty(),
                text(tree.at("preconditions", "uid")),
                text(tree.at("preconditions", "resourceVersion")),
                text(tree.at("propagationPolicy")));
    }

    private static Optional<String> text(@Nullable Object value) {
        return value instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    }

    private void evict(String namespace, String name, Removal removal, boolean dryRun) {
        ApiObject pod = read(namespace, name);
        check(removal, pod);
        boolean going = PodStrategy.isOver(pod) || !pod.metadata().deletionTimestamp().isEmpty();
        boolean counts = !going && !pod.textAt("status", "phase").equals("Pending");
        // What counts against no budget must not have become something that does when it is deleted.
        boolean unchanged = counts ? budgets.isFree(pod) : !going;
        if (counts && !unchanged) {
            budgets.take(pod, dryRun);
        }
        if (!dryRun) {
            delete(pod, removal, unchanged);
        }
    }

    private static void check(Removal removal, ApiObject pod) {
        ObjectMeta metadata = pod.metadata();
        check(metadata, "UID", removal.uid(), metadata.uid(), "deleted and then recreated");
        check(metadata, "ResourceVersion", removal.resourceVersion(), metadata.resourceVersion(), "modified");
    }

    private static void check(ObjectMeta metadata, String what, Optional<String> wanted, String is, String why) {
        wanted.filter(value -> !value.equals(is)).ifPresent(value -> {
            // Named by kind, as everything about the preconditions of a deletion is.
            throw ApiException.conflict(new GroupResource("", "Pod"), metadata.name(), "the " + what
                    + " in the precondition (" + value + ") does not match the " + what + " in record (" + is
                    + "). The object might have been " + why);
        });
    }

    /** Notes why the pod goes, and deletes it. */
    private void delete(ApiObject pod, Removal removal, boolean unchanged) {
        ApiObject noted = note(pod, unchanged);
        boolean pinned = unchanged || removal.resourceVersion().isPresent();
        objects.get().delete(CORE, "pods", pod.metadata().namespace(), pod.metadata().name(),
                pinned ? removal.of(noted.metadata().resourceVersion()) : removal);
    }

    /** Writes the note, over whatever others have written meanwhile unless the pod must be unchanged. */
    private ApiObject note(ApiObject pod, boolean unchanged) {
        ApiObject current = pod;
        for (int attempt = 1;; attempt++) {
            Conditions.set(current.structAt("status"), "DisruptionTarget", "True", "EvictionByEvictionAPI",
                    "Eviction API: evicting", clock.instant()).putIfAbsent("lastProbeTime", null);
            try {
                return objects.get().update(CORE, "pods/status", current);
            } catch (ApiException lost) {
                if (unchanged || lost.status().reason() != ErrorReason.CONFLICT || attempt >= ATTEMPTS_MAX) {
                    throw lost;
                }
                current = read(pod.metadata().namespace(), pod.metadata().name());
            }
        }
    }

    private ApiObject read(String namespace, String name) {
        return objects.get().get(CORE, "pods", namespace, name).orElseThrow(() -> ApiException.notFound(PODS, name));
    }
}
