package mortise.core.registry;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.ServerNames;
import mortise.spi.operations.ServerReady;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the others on a store that this server is there, by a {@code Lease} in {@code kube-system} that is renewed
 * while it is ready, and removes those of servers that are long gone. On a store of its own a server does nothing of
 * that.
 */
@Component(name = "mortise.core.registry.identity", service = {}, immediate = true)
public final class IdentityLease {

    private static final Logger LOG = LoggerFactory.getLogger(IdentityLease.class);

    /** How long after its last renewal a server counts as gone. */
    private static final Duration LEASE = Duration.ofHours(1);
    private static final Duration RENEWAL = Duration.ofSeconds(10);
    private static final Duration COLLECTION = Duration.ofMinutes(10);
    private static final String NAMESPACE = "kube-system";
    private static final String LEASES = "leases";
    private static final String VALUE = "kube-apiserver";
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ObjectAccess objects;
    private final GroupVersion version;
    private final String label;
    private final String hostLabel;
    private final String host = host();
    private final String name;
    private final String holder;
    private final InstantSource clock;
    private final Optional<ScheduledExecutorService> timer;

    /** Begins, on a store that several servers use. */
    @Activate
    public IdentityLease(@Reference Registry registry, @Reference ChosenStore store, @Reference ServerNames names,
            @Reference(service = ServerReady.class) ServiceReference<ServerReady> ready) {
        this(new ServerObjects(registry), names, String.valueOf(ready.getProperty(ServerReady.ADDRESS)),
                InstantSource.system(), store.shared());
    }

    IdentityLease(ObjectAccess objects, ServerNames names, String address, InstantSource clock, boolean shared) {
        this.objects = objects;
        this.clock = clock;
        version = new GroupVersion(names.group("coordination"), "v1");
        label = "apiserver." + names.labelDomain() + "/identity";
        hostLabel = names.labelDomain() + "/hostname";
        // The same after a restart, and another for each server on one host.
        String who = host + " " + address;
        name = "apiserver-" + UUID.nameUUIDFromBytes(who.getBytes(StandardCharsets.UTF_8)).toString().replace("-", "");
        holder = name + "_" + UUID.randomUUID();
        timer = shared ? Optional.of(start()) : Optional.empty();
    }

    private ScheduledExecutorService start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(task -> {
            var thread = new Thread(task, "mortise-identity");
            thread.setDaemon(true);
            return thread;
        });
        started.scheduleWithFixedDelay(() -> attempt(this::renew), 0, RENEWAL.toMillis(), TimeUnit.MILLISECONDS);
        started.scheduleWithFixedDelay(() -> attempt(this::collect), COLLECTION.toMillis(), COLLECTION.toMillis(),
                TimeUnit.MILLISECONDS);
        return started;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unnamed) {
            return "localhost";
        }
    }

    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failed) {
            // It is done again soon, and an outage of the store is told elsewhere.
            LOG.debug("The identity of this server could not be told", failed);
        }
    }

    /** Says that this server is there. Blocks. */
    void renew() {
        Optional<ApiObject> found = objects.get(version, LEASES, NAMESPACE, name);
        ApiObject lease = found.orElseGet(this::fresh);
        lease.structAt("spec").put("holderIdentity", holder);
        lease.structAt("spec").put("leaseDurationSeconds", LEASE.toSeconds());
        lease.structAt("spec").put("renewTime", MICROS.format(clock.instant()));
        if (found.isPresent()) {
            objects.update(version, LEASES, lease);
        } else {
            objects.create(version, LEASES, lease);
        }
    }

    private ApiObject fresh() {
        ApiObject lease = ApiObject.ofKind(version.kind("Lease"));
        lease.metadata().setNamespace(NAMESPACE);
        lease.metadata().setName(name);
        lease.metadata().tree().put("labels", new LinkedHashMap<>(Map.of(label, VALUE, hostLabel, host)));
        return lease;
    }

    /** Removes the leases of servers that are gone. Blocks. */
    void collect() {
        for (ApiObject lease : objects.list(version, LEASES, NAMESPACE)) {
            if (VALUE.equals(lease.at("metadata", "labels", label)) && over(lease)) {
                objects.delete(version, LEASES, NAMESPACE, lease.metadata().name());
            }
        }
    }

    private boolean over(ApiObject lease) {
        long seconds = lease.at("spec", "leaseDurationSeconds") instanceof Long lasts ? lasts : LEASE.toSeconds();
        try {
            return Instant.parse(lease.textAt("spec", "renewTime")).plusSeconds(seconds).isBefore(clock.instant());
        } catch (DateTimeParseException never) {
            return true;
        }
    }

    @Deactivate
    void deactivate() {
        timer.ifPresent(ScheduledExecutorService::shutdownNow);
    }
}
