package mortise.group.core;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import mortise.api.GoDuration;
import mortise.api.GroupVersion;
import mortise.core.schema.Kinds;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.operations.ServerNames;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/** The group without a name. */
@Component(name = "mortise.group.core")
@Designate(ocd = CoreConfig.class)
public final class CoreGroup implements ApiGroup {

    private static final Duration EVENT_LIFETIME = Duration.ofHours(1);
    private static final GroupVersion V1 = new GroupVersion("", "v1");

    private final List<ResourceDefinition> resources;

    private final ServerServices server;

    /**
     * Makes the group.
     *
     * @throws IllegalArgumentException when a setting is wrong, with its name
     */
    @Activate
    public CoreGroup(@Reference ServerNames names, CoreConfig config, BundleContext context) {
        this(names, config, ServerServices.of(context));
    }

    /** Makes the group for whatever works without OSGi, with objects of its own. */
    public CoreGroup(ServerNames names, CoreConfig config, Supplier<ObjectAccess> objects) {
        this(names, config, ServerServices.of(objects));
    }

    /** Makes the group for whatever works without OSGi, with the usual addresses and ports for services. */
    public CoreGroup(ServerNames names, Supplier<ObjectAccess> objects) {
        this(names, ServiceRanges.parse("10.0.0.0/24", "30000-32767"), objects);
    }

    /** Makes the group for tests, with objects of their own. */
    CoreGroup(ServerNames names, ServiceRanges ranges, Supplier<ObjectAccess> objects) {
        server = ServerServices.of(objects);
        resources = definitions(names, ranges, server, Kubelets.USUAL, EVENT_LIFETIME);
    }

    private CoreGroup(ServerNames names, CoreConfig config, ServerServices server) {
        this.server = server;
        resources = definitions(names,
                ServiceRanges.parse(config.service_cluster_ip_range(), config.service_node_port_range()), server,
                Kubelets.Settings.of(config.kubelet_preferred_address_types(), config.kubelet_port()),
                GoDuration.setting("event.ttl", config.event_ttl()));
    }

    private static List<ResourceDefinition> definitions(ServerNames names, ServiceRanges ranges,
            ServerServices server, Kubelets.Settings settings, Duration eventLifetime) {
        Supplier<ObjectAccess> objects = server.objects()::require;
        var kubelets = new Kubelets(objects, settings);
        Kinds kinds = kinds(names.labelDomain());
        InstantSource clock = InstantSource.system();
        var pools = new ServicePools(ranges, () -> objects.get().list(V1, "services", ""), new SplittableRandom(),
                server.records()::find);
        return List.of(
                PodResources.bindings(kinds, objects),
                EventResources.componentStatuses(kinds, server::storeFailure),
                ConfigResources.configMaps(kinds),
                ServiceResources.endpoints(kinds),
                EventResources.events(kinds, eventLifetime),
                ConfigResources.limitRanges(kinds),
                NamespaceResource.definition(kinds, names.labelDomain()),
                NodeResource.definition(kinds, kubelets),
                VolumeResources.persistentVolumeClaims(kinds, names.labelDomain()),
                VolumeResources.persistentVolumes(kinds, clock),
                PodResources.pods(kinds, objects, clock, kubelets),
                PodResources.podTemplates(kinds),
                PodResources.replicationControllers(kinds),
                ConfigResources.resourceQuotas(kinds),
                ConfigResources.secrets(kinds, names.labelDomain()),
                ConfigResources.serviceAccounts(
                        kinds, new TokenAction(objects, server.issuer()::find, clock), names.group("authentication")),
                ServiceResources.services(kinds, pools, names, objects));
    }

    private static Kinds kinds(String labelDomain) {
        return Kinds.load(CoreGroup.class)
                .defaults(() -> CoreDefaults.all(labelDomain))
                .cells("Pod", PodCells.of())
                .cells("Node", NodeCells.of(labelDomain))
                .cells("Service", Map.of("External-IP", CoreCells::externalAddress))
                .cells("Endpoints", Map.of("Endpoints", CoreCells::endpoints))
                .cells("PersistentVolume", Map.of("Access Modes", CoreCells::volumeModes,
                        "StorageClass", CoreCells.storageClass(labelDomain)))
                .cells("PersistentVolumeClaim", Map.of("Access Modes", CoreCells::claimModes,
                        "StorageClass", CoreCells.storageClass(labelDomain)))
                .cells("ResourceQuota", Map.of("Request", quota -> CoreCells.quota(quota, false),
                        "Limit", quota -> CoreCells.quota(quota, true)))
                .build();
    }

    @Override
    public String name() {
        return "";
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }

    @Deactivate
    void deactivate() {
        server.close();
    }
}
