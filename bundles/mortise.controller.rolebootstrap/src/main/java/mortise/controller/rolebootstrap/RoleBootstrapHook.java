package mortise.controller.rolebootstrap;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.spi.authorization.RoleIndex;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.PostStartHook;
import mortise.spi.operations.ServerNames;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the default roles and bindings before the server is ready, and adds what has been taken from them, unless an
 * annotation says that they are somebody's own. Returns when requests are decided by them.
 */
@Component(property = PostStartHook.NAME + "=rbac/bootstrap-roles")
public final class RoleBootstrapHook implements PostStartHook {

    private static final Logger LOG = LoggerFactory.getLogger(RoleBootstrapHook.class);

    /** What needs no namespace comes first: the system's namespaces may be created at the same time. */
    private static final List<String> RESOURCES =
            List.of("clusterroles", "clusterrolebindings", "roles", "rolebindings");

    /** The store writes together what comes at the same time. */
    private static final int WRITERS = 8;

    /** Longest that one run waits for others to have seen what there is; the core then runs it again. */
    private static final Duration SEEN = Duration.ofSeconds(10);

    private final RoleNames names;
    private final ObjectAccess objects;
    private final List<RoleIndex> indexes = new CopyOnWriteArrayList<>();

    @Activate
    public RoleBootstrapHook(@Reference ServerNames names, @Reference ObjectAccess objects) {
        this.names = new RoleNames(names);
        this.objects = objects;
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "removeIndex")
    void addIndex(RoleIndex index) {
        indexes.add(index);
    }

    void removeIndex(RoleIndex index) {
        indexes.remove(index);
    }

    @Override
    public void run() throws InterruptedException {
        List<ApiObject> all = RoleFile.read(names);
        for (String resource : RESOURCES) {
            Map<String, ApiObject> there = new HashMap<>();
            objects.list(names.version(), resource, "").forEach(object -> there.put(object.toString(), object));
            List<ApiObject> ours = all.stream()
                    .filter(wanted -> resource.equals(wanted.kind().toLowerCase(Locale.ROOT) + "s")).toList();
            ours.forEach(wanted -> keep(resource, there.get(wanted.toString()), wanted));
            create(resource, ours.stream().filter(wanted -> !there.containsKey(wanted.toString())).toList());
        }
        awaitIndexes();
    }

    /** Users come as soon as the server is ready, so that what was written has to count by then. */
    private void awaitIndexes() throws InterruptedException {
        long end = System.nanoTime() + SEEN.toNanos();
        for (RoleIndex index : indexes) {
            for (String resource : RESOURCES) {
                for (ApiObject object : objects.listMetadata(names.version(), resource, "")) {
                    if (!index.await(object, Duration.ofNanos(end - System.nanoTime()))) {
                        throw new IllegalStateException(object + " does not count in decisions yet");
                    }
                }
            }
        }
    }

    /** Adds to an object that is there what it lacks. */
    private void keep(String resource, @Nullable ApiObject there, ApiObject wanted) {
        if (there == null || "false".equals(there.metadata().annotations().get(names.autoupdate()))) {
            return;
        }
        if (!sameRole(there, wanted)) {
            LOG.warn("{} is bound to another role; it is made anew", there);
            objects.delete(names.version(), resource, wanted.metadata().namespace(), wanted.metadata().name());
            create(resource, wanted);
        } else if (Reconciliation.complete(there, wanted)) {
            LOG.info("{} lacked something that it has by default; it is there again", there);
            objects.update(names.version(), resource, there);
        }
    }

    private static boolean sameRole(ApiObject there, ApiObject wanted) {
        return there.textAt("roleRef", "kind").equals(wanted.textAt("roleRef", "kind"))
                && there.textAt("roleRef", "name").equals(wanted.textAt("roleRef", "name"));
    }

    /** Creates many objects, several at the same time; returns when all are there. */
    private void create(String resource, List<ApiObject> missing) {
        if (missing.isEmpty()) {
            return;
        }
        ExecutorService writers = Executors.newFixedThreadPool(Math.min(WRITERS, missing.size()));
        try {
            List<Callable<ApiObject>> writes = missing.stream().<Callable<ApiObject>>map(wanted -> () -> {
                create(resource, wanted);
                return wanted;
            }).toList();
            for (Future<ApiObject> write : writers.invokeAll(writes)) {
                write.get();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the server is shutting down", stopped);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ApiException refused
                    ? refused : new IllegalStateException("creating " + resource + " failed", failed.getCause());
        } finally {
            writers.shutdownNow();
        }
    }

    private void create(String resource, ApiObject wanted) {
        try {
            objects.create(names.version(), resource, wanted);
        } catch (ApiException failed) {
            // Another server on the same store may do the same at the same time.
            if (failed.status().reason() != ErrorReason.ALREADY_EXISTS) {
                throw failed;
            }
        }
    }
}
