package mortise.group.core;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiStatus;
import mortise.api.ErrorReason;
import mortise.api.GoDuration;
import mortise.api.GroupVersion;
import mortise.core.schema.Kinds;
import mortise.spi.authentication.TokenIssuer;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SharedRecords;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.ComponentServiceObjects;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/** The group without a name. */
@Component(name = "mortise.group.core")
@Designate(ocd = CoreConfig.class)
public final class CoreGroup implements ApiGroup {

    private static final Duration EVENT_LIFETIME = Duration.ofHours(1);
    private static final GroupVersion V1 = new GroupVersion("", "v1");

    private final List<ResourceDefinition> resources;

    // The server gives access to objects once it has this group, so this group cannot wait for it.
    private final LateService<ObjectAccess> access = new LateService<>();
    private final LateService<HealthCheck> store = new LateService<>();
    private final LateService<TokenIssuer> issuer = new LateService<>();
    private final LateService<SharedRecords> records = new LateService<>();

    /**
     * Makes the group.
     *
     * @throws IllegalArgumentException when a setting is wrong, with its name
     */
    @Activate
    public CoreGroup(@Reference ServerNames names, CoreConfig config) {
        ServiceRanges ranges =
                ServiceRanges.parse(config.service_cluster_ip_range(), config.service_node_port_range());
        resources = definitions(names, ranges, this::objects, issuer::get, this::storeFailure, Kubelets.Settings.of(
                config.kubelet_preferred_address_types(), config.kubelet_port()),
                GoDuration.setting("event.ttl", config.event_ttl()), records::get);
    }

    /** Makes the group for whatever works without OSGi, with the usual addresses and ports for services. */
    public CoreGroup(ServerNames names, Supplier<ObjectAccess> objects) {
        this(names, ServiceRanges.parse("10.0.0.0/24", "30000-32767"), objects);
    }

    /** Makes the group for tests, with objects of their own. */
    CoreGroup(ServerNames names, ServiceRanges ranges, Supplier<ObjectAccess> objects) {
        resources = definitions(
                names, ranges, objects, Optional::empty, Optional::empty, Kubelets.USUAL, EVENT_LIFETIME,
                Optional::empty);
    }

    private static List<ResourceDefinition> definitions(ServerNames names, ServiceRanges ranges,
            Supplier<ObjectAccess> objects, Supplier<Optional<TokenIssuer>> issuer,
            Supplier<Optional<String>> storeFailure, Kubelets.Settings settings, Duration eventLifetime,
            Supplier<Optional<SharedRecords>> records) {
        var kubelets = new Kubelets(objects, settings);
        Kinds kinds = kinds(names.labelDomain());
        InstantSource clock = InstantSource.system();
        var pools = new ServicePools(ranges, () -> objects.get().list(V1, "services", ""), new SplittableRandom(),
                records);
        return List.of(
                PodResources.bindings(kinds, objects),
                EventResources.componentStatuses(kinds, storeFailure),
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
                        kinds, new TokenAction(objects, issuer, clock), names.group("authentication")),
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

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindObjects(ComponentServiceObjects<ObjectAccess> service) {
        access.bind(service);
    }

    void unbindObjects(ComponentServiceObjects<ObjectAccess> service) {
        access.unbind(service);
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindIssuer(ComponentServiceObjects<TokenIssuer> service) {
        issuer.bind(service);
    }

    void unbindIssuer(ComponentServiceObjects<TokenIssuer> service) {
        issuer.unbind(service);
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC,
            target = "(" + HealthCheck.NAME + "=etcd)")
    void bindStore(ComponentServiceObjects<HealthCheck> service) {
        store.bind(service);
    }

    void unbindStore(ComponentServiceObjects<HealthCheck> service) {
        store.unbind(service);
    }

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    void bindRecords(ComponentServiceObjects<SharedRecords> service) {
        records.bind(service);
    }

    void unbindRecords(ComponentServiceObjects<SharedRecords> service) {
        records.unbind(service);
    }

    private ObjectAccess objects() {
        return access.get().orElseThrow(() ->
                new ApiException(ApiStatus.of(ErrorReason.SERVICE_UNAVAILABLE, "the server is not ready")));
    }

    private Optional<String> storeFailure() {
        return store.get().map(HealthCheck::failure).orElse(Optional.of("nobody knows the health of the store"));
    }
}
