package mortise.spi.controller;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * How to delete an object.
 *
 * @param gracePeriodSeconds how long it may take to end; empty for the kind's own period
 * @param uid the uid that it must have; empty for any
 * @param resourceVersion the version that it must have; empty for any
 * @param propagationPolicy {@code Orphan}, {@code Background} or {@code Foreground}; empty for that of the kind
 */
public record Removal(
        OptionalLong gracePeriodSeconds,
        Optional<String> uid,
        Optional<String> resourceVersion,
        Optional<String> propagationPolicy) {

    /** As the kind usually does it, whatever the object has become. */
    public static final Removal USUAL =
            new Removal(OptionalLong.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns the same for an object that must have a version. */
    public Removal of(String version) {
        return new Removal(gracePeriodSeconds, uid, Optional.of(version), propagationPolicy);
    }
}
