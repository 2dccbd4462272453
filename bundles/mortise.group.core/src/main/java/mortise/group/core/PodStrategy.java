package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.JsonStruct;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodSpecs;
import mortise.core.workload.PodUpdates;
import mortise.core.workload.PodWarnings;
import mortise.core.workload.Pods;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Pods end gracefully: their node gets time to stop them, and says when it has. */
final class PodStrategy implements ResourceStrategy {

    /** Seconds a pod gets when neither it nor the caller says how many. */
    private static final long GRACE_SECONDS = 30;
    private static final String GRACE = "terminationGracePeriodSeconds";

    @Override
    public void prepareForCreate(ApiObject object) {
        object.tree().remove("status");
        Map<String, @Nullable Object> status = object.structAt("status");
        status.put("phase", "Pending");
        FieldView spec = FieldView.root(object, new ArrayList<>()).at("spec");
        if (!spec.at("schedulingGates").isEmpty()) {
            Conditions.set(status, "PodScheduled", "False", "SchedulingGated",
                    "Scheduling is blocked due to non-empty scheduling gates", null);
        }
        status.put("qosClass", PodSpecs.qosClass(spec));
        graceOfSomeTime(object);
        MatchedLabels.apply(object);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        if (!JsonStruct.isUnread(object.tree().get("spec"))) {
            graceOfSomeTime(object);
        }
    }

    /** Less than no time is as little as there is. Templates are left as they are. */
    private static void graceOfSomeTime(ApiObject pod) {
        if (pod.at("spec", GRACE) instanceof Long seconds && seconds < 0) {
            pod.structAt("spec").put(GRACE, 1L);
        }
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView pod = FieldView.root(object, errors);
        if (old.isPresent()) {
            PodUpdates.validate(pod, FieldView.root(old.get(), new ArrayList<>()));
        } else {
            Pods.validateCreate(pod);
        }
        return errors;
    }

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        // Pods are changed by programs, which nobody reads warnings of.
        return old.isPresent() ? List.of() : PodWarnings.ofPod(FieldView.root(object, new ArrayList<>()));
    }

    @Override
    public OptionalLong gracePeriodSeconds(ApiObject object, OptionalLong asked) {
        // Nobody would have to stop it: it runs nowhere, or not any more.
        if (object.textAt("spec", "nodeName").isEmpty() || isOver(object)) {
            return OptionalLong.of(0);
        }
        long own = object.at("spec", GRACE) instanceof Long seconds ? seconds : GRACE_SECONDS;
        long period = asked.orElse(own);
        return OptionalLong.of(period < 0 ? 1 : period);
    }

    /** Says whether a pod has run to its end. */
    static boolean isOver(ApiObject pod) {
        String phase = pod.textAt("status", "phase");
        return phase.equals("Succeeded") || phase.equals("Failed");
    }
}
