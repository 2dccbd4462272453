package mortise.core.registry;

import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;
import mortise.spi.operations.FeatureGates;

/**
 * What the verbs of every resource share.
 *
 * @param admission asks the admission plug-ins
 * @param gates which optional behaviours are on
 * @param clock tells the time
 * @param uids makes uids
 * @param names makes names
 * @param deletionWorkers how many objects of a collection are deleted at the same time
 */
record Resources(
        AdmissionChain admission,
        FeatureGates gates,
        InstantSource clock,
        Supplier<UUID> uids,
        NameGenerator names,
        int deletionWorkers) {
}
