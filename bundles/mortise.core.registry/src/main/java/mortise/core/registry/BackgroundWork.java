package mortise.core.registry;

import java.time.Duration;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;
import mortise.spi.controller.Controller;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.PostStartHook;
import mortise.spi.operations.ServerReady;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the hooks after the start, and the controllers while the server is ready, each on a thread of its own. */
@Component(service = {}, immediate = true)
public final class BackgroundWork {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundWork.class);

    /** Pause before something that failed is run again. */
    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** The first tries come before every group is there, so they follow quickly. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    private final BundleContext context;
    private final ObjectAccess objects;
    private final Map<PostStartHook, Hook> hooks = new HashMap<>(); // guarded by this
    private final Map<Controller, String> controllers = new HashMap<>(); // guarded by this
    private final Map<Controller, Thread> running = new HashMap<>(); // guarded by this
    private boolean ready; // guarded by this

    private record Hook(Thread thread, ServiceRegistration<HealthCheck> check) {
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    @Activate
    public BackgroundWork(BundleContext context, @Reference ObjectAccess objects) {
        this.context = context;
        this.objects = objects;
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "removeHook")
    synchronized void addHook(PostStartHook hook, Map<String, Object> properties) {
        String name = String.valueOf(properties.get(PostStartHook.NAME));
        var check = new HookCheck();
        Dictionary<String, Object> shown = new Hashtable<>();
        shown.put(HealthCheck.NAME, "poststarthook/" + name);
        ServiceRegistration<HealthCheck> registration = context.registerService(HealthCheck.class, check, shown);
        Thread thread = start("mortise-hook-" + name, () -> untilItHolds("post-start hook " + name, () -> {
            hook.run();
            check.done = true;
        }));
        hooks.put(hook, new Hook(thread, registration));
    }

    synchronized void removeHook(PostStartHook hook) {
        Hook gone = hooks.remove(hook);
        if (gone != null) {
            gone.thread().interrupt();
            gone.check().unregister();
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "removeController")
    synchronized void addController(Controller controller, Map<String, Object> properties) {
        controllers.put(controller, String.valueOf(properties.get(Controller.NAME)));
        if (ready) {
            run(controller);
        }
    }

    synchronized void removeController(Controller controller) {
        controllers.remove(controller);
        Thread thread = running.remove(controller);
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC, unbind = "serverStops")
    synchronized void serverReady(ServerReady server) {
        ready = true;
        controllers.keySet().forEach(this::run);
    }

    synchronized void serverStops(ServerReady server) {
        ready = false;
        running.values().forEach(Thread::interrupt);
        running.clear();
    }

    private synchronized void run(Controller controller) {
        String name = controllers.get(controller);
        running.computeIfAbsent(controller, some -> start("mortise-controller-" + name,
                () -> untilItHolds("controller " + name, () -> some.run(objects))));
    }

    private static Thread start(String name, Runnable work) {
        var thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void untilItHolds(String what, Work work) {
        Duration pause = FIRST_PAUSE;
        try {
            while (true) {
                try {
                    work.run();
                    return;
                } catch (RuntimeException failed) {
                    log(what, pause, failed);
                }
                Thread.sleep(pause.toMillis());
                pause = pause.multipliedBy(2).compareTo(PAUSE) < 0 ? pause.multipliedBy(2) : PAUSE;
            }
        } catch (InterruptedException stopped) {
            // Whoever interrupts has taken the work away.
        }
    }

    /** While the pause still grows, the rest of the server may just not be there yet. */
    private static void log(String what, Duration pause, RuntimeException failed) {
        if (pause.equals(PAUSE)) {
            LOG.warn("{} failed and is run again: {}", what, failed.toString());
        } else {
            LOG.debug("{} failed and is run again", what, failed);
        }
    }

    @Deactivate
    synchronized void deactivate() {
        hooks.values().forEach(hook -> {
            hook.thread().interrupt();
            hook.check().unregister();
        });
        hooks.clear();
        running.values().forEach(Thread::interrupt);
        running.clear();
    }

    /** Holds once its hook has returned. */
    private static final class HookCheck implements HealthCheck {

        private volatile boolean done;

        @Override
        public Optional<String> failure() {
            return done ? Optional.empty() : Optional.of("not finished");
        }
    }
}
