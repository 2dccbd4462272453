package mortise.controller.bootstraptoken;

import java.util.Set;
import mortise.api.ApiException;
import mortise.api.ErrorReason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is no reason for a controller to begin anew. */
final class Tolerance {

    private static final Logger LOG = LoggerFactory.getLogger(Tolerance.class);

    /** Somebody else was faster, which comes as another change; it has gone; or it may not be written. */
    private static final Set<ErrorReason> TOLERATED = Set.of(
            ErrorReason.CONFLICT, ErrorReason.NOT_FOUND, ErrorReason.FORBIDDEN, ErrorReason.INVALID);

    private Tolerance() {
    }

    static void tolerantly(String what, Runnable work) {
        try {
            work.run();
        } catch (ApiException failed) {
            if (!TOLERATED.contains(failed.status().reason())) {
                throw failed;
            }
            LOG.debug("{} is left as it is: {}", what, failed.getMessage());
        }
    }
}
