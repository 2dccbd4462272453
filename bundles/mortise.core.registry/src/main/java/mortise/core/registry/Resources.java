package mortise.core.registry;

import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;
import mortise.spi.operations.FeatureGates;

/**
 * What the verbs of every resource share.
 *
 * @param admission asks the admission plug-ins
 * @param namespaces checks namespaces
 * @param gates which optional behaviours are on
 * @param clock tells the time
 * @param uids makes uids
 * @param names makes names
 */
record Resources(
        AdmissionChain admission,
        NamespaceRules namespaces,
        FeatureGates gates,
        InstantSource clock,
        Supplier<UUID> uids,
        NameGenerator names) {
}
