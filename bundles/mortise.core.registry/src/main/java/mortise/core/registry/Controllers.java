package mortise.core.registry;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import mortise.api.GroupVersion;
import mortise.spi.controller.Controller;
import mortise.spi.operations.ServerNames;
import mortise.spi.operations.ServerReady;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;

/**
 * Runs the controllers that {@code --controllers} selects while the server is ready and, on a store that several
 * servers use, while this one leads.
 */
@Component(name = Controllers.PID, service = {}, immediate = true)
@Designate(ocd = ControllersConfig.class)
public final class Controllers {

    static final String PID = "mortise.core.registry.controllers";

    /** How long the end of the server waits for that of controllers, if there is a lease to give away. */
    private static final Duration END = Duration.ofSeconds(2);

    /** Of this component in this process; nobody else has it. */
    private final String identity = UUID.randomUUID().toString();
    private final Registry registry;
    private final Optional<Supplier<Election>> elections;
    private final Map<Controller, ControllerFacts> known = new HashMap<>(); // guarded by this
    private final Map<Controller, ControllerThread> running = new HashMap<>(); // guarded by this
    /** Those that were stopped last, which may not have ended yet. */
    private final Map<Controller, ControllerThread> stopped = new HashMap<>(); // guarded by this
    private ControllerSelection selection; // guarded by this
    private boolean ready; // guarded by this
    /** There while the server is ready, on a store that several servers use. */
    private Optional<Election> election = Optional.empty(); // guarded by this

    @Activate
    public Controllers(ControllersConfig config, @Reference Registry registry, @Reference ChosenStore store,
            @Reference ServerNames names) {
        this.registry = registry;
        selection = ControllerSelection.of(config.controllers());
        GroupVersion leases = new GroupVersion(names.group("coordination"), "v1");
        elections = store.shared() ? Optional.of(() -> election(leases)) : Optional.empty();
    }

    private Election election(GroupVersion leases) {
        var leadership = new Leadership(new ServerObjects(registry), leases, identity, InstantSource.system(),
                System::nanoTime);
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2, task -> {
            var thread = new Thread(task, "mortise-controller-lease");
            thread.setDaemon(true);
            return thread;
        });
        return new Election(leadership, scheduler, this::settle);
    }

    @Modified
    synchronized void modified(ControllersConfig config) {
        selection = ControllerSelection.of(config.controllers());
        settle();
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "removeController")
    synchronized void addController(Controller controller, Map<String, Object> properties) {
        known.put(controller, ControllerFacts.of(properties::get));
        settle();
    }

    synchronized void removeController(Controller controller) {
        known.remove(controller);
        settle();
        stopped.remove(controller);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, unbind = "serverStops")
    synchronized void serverReady(ServerReady server) {
        ready = true;
        election = elections.map(Supplier::get);
        election.ifPresent(Election::start);
        settle();
    }

    synchronized void serverStops(ServerReady server) {
        end();
    }

    private void end() {
        ready = false;
        settle();
        election.ifPresent(this::handOver);
        election = Optional.empty();
    }

    /** Starts and stops what has to be, as things are now. */
    private synchronized void settle() {
        for (Controller controller : List.copyOf(running.keySet())) {
            if (!isWanted(controller)) {
                ControllerThread thread = running.remove(controller);
                thread.stop();
                stopped.put(controller, thread);
            }
        }
        for (Controller controller : known.keySet()) {
            if (isWanted(controller)) {
                running.computeIfAbsent(controller, this::start);
            }
        }
    }

    private boolean isWanted(Controller controller) {
        ControllerFacts facts = known.get(controller);
        return ready && facts != null && selection.runs(facts.names(), facts.onRequest()) && leads().getAsBoolean();
    }

    private BooleanSupplier leads() {
        return election.<BooleanSupplier>map(some -> some).orElse(() -> true);
    }

    private ControllerThread start(Controller controller) {
        ControllerFacts facts = known.get(controller);
        return new ControllerThread(facts.name(), controller, new ServerObjects(registry, facts.user()), leads(),
                Optional.ofNullable(stopped.remove(controller)));
    }

    /** Gives the lease away when nothing of this server can write any more; otherwise it runs out. */
    private void handOver(Election ending) {
        ending.close();
        long end = System.nanoTime() + END.toNanos();
        try {
            for (ControllerThread thread : stopped.values()) {
                if (!thread.endsWithin(Duration.ofNanos(end - System.nanoTime()))) {
                    return;
                }
            }
            ending.release();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Deactivate
    synchronized void deactivate() {
        end();
    }
}
