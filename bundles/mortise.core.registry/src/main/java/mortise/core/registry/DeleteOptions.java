package mortise.core.registry;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How to delete.
 *
 * @param gracePeriodSeconds how long the object may take to end; empty for the kind's own period
 * @param preconditionUid the object must have this uid
 * @param preconditionResourceVersion the object must have this version
 * @param propagationPolicy {@code Orphan}, {@code Background} or {@code Foreground}
 * @param orphanDependents older form of the policy
 * @param dryRun whether nothing is stored
 * @param ignoreReadError whether only what cannot be read is deleted, whatever depends on it
 */
public record DeleteOptions(
        OptionalLong gracePeriodSeconds,
        Optional<String> preconditionUid,
        Optional<String> preconditionResourceVersion,
        Optional<String> propagationPolicy,
        Optional<Boolean> orphanDependents,
        boolean dryRun,
        boolean ignoreReadError) {

    /** Options that say nothing. */
    public static final DeleteOptions DEFAULT = new DeleteOptions(OptionalLong.empty(), Optional.empty(),
            Optional.empty(), Optional.empty(), Optional.empty(), false);

    /** Options for what can be read. */
    public DeleteOptions(
            OptionalLong gracePeriodSeconds,
            Optional<String> preconditionUid,
            Optional<String> preconditionResourceVersion,
            Optional<String> propagationPolicy,
            Optional<Boolean> orphanDependents,
            boolean dryRun) {
        this(gracePeriodSeconds, preconditionUid, preconditionResourceVersion, propagationPolicy, orphanDependents,
                dryRun, false);
    }
}
