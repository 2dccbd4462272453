package mortise.itests.kinds;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import mortise.api.GroupVersionKind;
import mortise.group.admissionregistration.AdmissionregistrationGroup;
import mortise.group.apiextensions.ApiextensionsGroup;
import mortise.group.apiregistration.ApiregistrationGroup;
import mortise.group.apiserverinternal.ApiServerInternalGroup;
import mortise.group.apps.AppsGroup;
import mortise.group.authentication.AuthenticationGroup;
import mortise.group.authorization.AuthorizationGroup;
import mortise.group.autoscaling.AutoscalingGroup;
import mortise.group.batch.BatchGroup;
import mortise.group.certificates.CertificatesGroup;
import mortise.group.coordination.CoordinationGroup;
import mortise.group.core.CoreGroup;
import mortise.group.discovery.DiscoveryGroup;
import mortise.group.events.EventsGroup;
import mortise.group.flowcontrol.FlowcontrolGroup;
import mortise.group.networking.NetworkingGroup;
import mortise.group.node.NodeGroup;
import mortise.group.policy.PolicyGroup;
import mortise.group.rbac.RbacGroup;
import mortise.group.resource.ResourceGroup;
import mortise.group.scheduling.SchedulingGroup;
import mortise.group.storage.StorageGroup;
import mortise.group.storagemigration.StorageMigrationGroup;
import mortise.spi.group.ApiGroup;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;

/** The groups with built-in kinds, a line for each, and the kinds in them. */
final class Groups {

    static final ServerNames NAMES = ServerNames.of("k8s.io", "kubernetes.io");

    static final List<ApiGroup> ALL = List.of(
            new AdmissionregistrationGroup(NAMES),
            new ApiServerInternalGroup(NAMES),
            new ApiextensionsGroup(NAMES),
            new ApiregistrationGroup(NAMES),
            new AppsGroup(),
            new AuthenticationGroup(NAMES, Groups::none),
            new AuthorizationGroup(NAMES, Groups::none),
            new AutoscalingGroup(),
            new BatchGroup(NAMES),
            new CertificatesGroup(NAMES),
            new CoordinationGroup(NAMES),
            new CoreGroup(NAMES, new CoreSettings(), Groups::none),
            new DiscoveryGroup(NAMES),
            new EventsGroup(NAMES),
            new FlowcontrolGroup(NAMES),
            new NetworkingGroup(NAMES),
            new NodeGroup(NAMES),
            new PolicyGroup(),
            new RbacGroup(NAMES, Groups::none, Groups::none),
            new ResourceGroup(NAMES),
            new SchedulingGroup(NAMES),
            new StorageGroup(NAMES),
            new StorageMigrationGroup(NAMES));

    private Groups() {
    }

    /** Stands for a server that is not there yet. */
    private static <T> @Nullable T none() {
        return null;
    }

    /** Returns every kind in every version, in the order of the list. */
    static List<Kind> kinds() {
        var kinds = new ArrayList<Kind>();
        for (ApiGroup group : ALL) {
            group.resources().forEach(resource ->
                    resource.versions().forEach(version -> kinds.add(new Kind(group.name(), resource, version))));
        }
        return kinds;
    }

    /** Returns the kinds in one version of a group, sorted by resource. */
    static List<Kind> kinds(String group, String version) {
        return kinds().stream()
                .filter(kind -> kind.group().equals(group) && kind.version().name().equals(version))
                .sorted(Comparator.comparing(kind -> kind.resource().plural()))
                .toList();
    }

    /** Returns a kind by its names, if a group in the list has it. */
    static Optional<Kind> find(GroupVersionKind name) {
        return kinds().stream().filter(kind -> kind.name().equals(name)).findFirst();
    }
}
