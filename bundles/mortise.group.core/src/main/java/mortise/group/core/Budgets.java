package mortise.group.core;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ApiStatus;
import mortise.api.ErrorCause;
import mortise.api.ErrorReason;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.ObjectMeta;
import mortise.core.schema.Cells;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.spi.controller.ObjectAccess;
import org.jspecify.annotations.Nullable;

/** Budgets that say how many pods may go. A controller counts; this takes from what it has counted. */
final class Budgets {

    /** Pods that a budget may wait for to be gone. */
    private static final int DISRUPTED_MAX = 2000;
    /** Seconds after which a controller should have looked at a new budget. */
    private static final int PROCESSING_SECONDS = 10;

    private static final GroupVersion POLICY = new GroupVersion("policy", "v1");
    private static final GroupResource BUDGETS = new GroupResource("policy", "poddisruptionbudgets");
    private static final String STATUS = "status";
    private static final String ALLOWED = "disruptionsAllowed";
    private static final String DISRUPTED = "disruptedPods";
    private static final String CONDITION = "DisruptionAllowed";

    private final Supplier<ObjectAccess> objects;
    private final InstantSource clock;

    Budgets(Supplier<ObjectAccess> objects, InstantSource clock) {
        this.objects = objects;
        this.clock = clock;
    }

    /** Says whether a running pod may go without a budget: it has none, or is missing from it anyway. */
    boolean isFree(ApiObject pod) {
        List<ApiObject> budgets = of(pod);
        if (budgets.size() > 1) {
            throw Answers.failed("This pod has more than one PodDisruptionBudget, which the eviction subresource does"
                    + " not support.");
        }
        if (budgets.isEmpty()) {
            return true;
        }
        if (Conditions.isTrue(pod.at(STATUS), "Ready")) {
            return false;
        }
        ApiObject budget = budgets.get(0);
        long desired = count(budget, "desiredHealthy");
        return budget.textAt("spec", "unhealthyPodEvictionPolicy").equals("AlwaysAllow")
                || desired > 0 && count(budget, "currentHealthy") >= desired;
    }

    /**
     * Takes a pod from its budget.
     *
     * @throws ApiException 429 when none is left, 409 when the budget has changed meanwhile
     */
    void take(ApiObject pod, boolean dryRun) {
        for (ApiObject budget : of(pod)) {
            check(budget);
            long left = count(budget, ALLOWED) - 1;
            Map<String, @Nullable Object> status = budget.structAt(STATUS);
            status.put(ALLOWED, left);
            var disrupted = new LinkedHashMap<String, @Nullable Object>();
            if (status.get(DISRUPTED) instanceof Map<?, ?> before) {
                before.forEach((name, time) -> disrupted.put((String) name, time));
            }
            disrupted.put(pod.metadata().name(), ObjectMeta.time(clock.instant()));
            status.put(DISRUPTED, disrupted);
            if (left == 0) {
                Conditions.set(status, CONDITION, "False", "InsufficientPods", "", clock.instant())
                        .put("observedGeneration", count(budget, "observedGeneration"));
            }
            if (!dryRun) {
                objects.get().update(POLICY, "poddisruptionbudgets/status", budget);
            }
        }
    }

    private List<ApiObject> of(ApiObject pod) {
        List<ApiObject> budgets;
        try {
            budgets = objects.get().list(POLICY, "poddisruptionbudgets", pod.metadata().namespace());
        } catch (ApiException notServed) {
            if (notServed.status().reason() == ErrorReason.NOT_FOUND) {
                return List.of();
            }
            throw notServed;
        }
        return budgets.stream().filter(budget -> {
            FieldView selector = FieldView.root(budget, new ArrayList<>()).at("spec", "selector");
            return selector.present() && LabelSelectors.matches(selector, pod.metadata().labels());
        }).toList();
    }

    private static long count(ApiObject budget, String field) {
        return Cells.number(budget, STATUS, field);
    }

    private static void check(ApiObject budget) {
        String name = budget.metadata().name();
        if (count(budget, "observedGeneration") < budget.metadata().generation()) {
            throw refused("The disruption budget " + name + " is still being processed by the server.",
                    PROCESSING_SECONDS);
        }
        long allowed = count(budget, ALLOWED);
        if (allowed < 0) {
            throw ApiException.forbidden(BUDGETS, name, "pdb disruptions allowed is negative");
        }
        if (budget.at(STATUS, DISRUPTED) instanceof Map<?, ?> disrupted && disrupted.size() > DISRUPTED_MAX) {
            throw ApiException.forbidden(BUDGETS, name,
                    "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        if (allowed == 0) {
            throw refused("The disruption budget " + name + why(budget), 0);
        }
    }

    private static String why(ApiObject budget) {
        long healthy = count(budget, "currentHealthy");
        long desired = count(budget, "desiredHealthy");
        if (healthy <= desired) {
            return " needs " + desired + " healthy pods and has " + healthy + " currently";
        }
        return " does not allow evicting pods currently" + Conditions.find(budget.at(STATUS), CONDITION)
                .filter(condition -> "SyncFailed".equals(condition.get("reason")))
                .map(condition -> " because it failed sync: " + condition.getOrDefault("message", "")).orElse("");
    }

    private static ApiException refused(String cause, int retrySeconds) {
        return new ApiException(ApiStatus.of(ErrorReason.TOO_MANY_REQUESTS,
                "Cannot evict pod as it would violate the pod's disruption budget.",
                ApiStatus.Details.of(List.of(new ErrorCause("DisruptionBudget", cause, "")), retrySeconds)));
    }
}
