package mortise.authz.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an authorization configuration says. Texts that are not given are empty. Immutable.
 *
 * @param authorizers who is asked, in this order
 */
record AuthorizationSettings(List<Entry> authorizers) {

    /** The type of other servers; all others are modes. */
    static final String WEBHOOK = "Webhook";

    /**
     * One who is asked.
     *
     * @param hook how, when it is another server
     */
    record Entry(String type, String name, Optional<Hook> hook) {
    }

    /**
     * Another server.
     *
     * @param timeout how long an answer may take; null when it is not said, and as with the other durations when it is
     *     no duration, which was reported then
     * @param authorizedTtl how long an answer that allows counts
     * @param unauthorizedTtl how long another answer counts
     * @param cacheAuthorized whether answers that allow are kept at all
     * @param cacheUnauthorized whether others are
     * @param reviewVersion version of what the server is sent
     * @param conditionVersion version of what conditions see
     * @param failurePolicy {@code NoOpinion} or {@code Deny}
     * @param connection where the server is
     * @param conditions expressions that all must be true for it to be asked
     */
    record Hook(@Nullable Duration timeout, @Nullable Duration authorizedTtl, @Nullable Duration unauthorizedTtl,
            boolean cacheAuthorized, boolean cacheUnauthorized, String reviewVersion, String conditionVersion,
            String failurePolicy, Connection connection, List<String> conditions) {
    }

    /**
     * Where a server is.
     *
     * @param type {@code KubeConfigFile} or {@code InClusterConfig}
     */
    record Connection(String type, Optional<String> kubeConfigFile) {

        static final String FILE = "KubeConfigFile";
        static final String IN_CLUSTER = "InClusterConfig";
    }
}
