package mortise.group.core;

import java.util.OptionalLong;
import mortise.api.ApiObject;
import mortise.spi.group.ResourceStrategy;

/** Pods end gracefully: their node gets time to stop them, and says when it has. */
final class PodStrategy implements ResourceStrategy {

    /** Seconds a pod gets when neither it nor the caller says how many. */
    private static final long GRACE_SECONDS = 30;

    @Override
    public void prepareForCreate(ApiObject object) {
        object.structAt("status").put("phase", "Pending");
    }

    @Override
    public OptionalLong gracePeriodSeconds(ApiObject object, OptionalLong asked) {
        String phase = object.textAt("status", "phase");
        // Nobody would have to stop it: it runs nowhere, or not any more.
        if (object.textAt("spec", "nodeName").isEmpty() || phase.equals("Succeeded") || phase.equals("Failed")) {
            return OptionalLong.of(0);
        }
        long own = object.at("spec", "terminationGracePeriodSeconds") instanceof Long seconds ? seconds : GRACE_SECONDS;
        long period = asked.orElse(own);
        return OptionalLong.of(period < 0 ? 1 : period);
    }
}
