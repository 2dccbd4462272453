package mortise.core.registry;

import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.HealthCheck;
import mortise.spi.operations.PostStartHook;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Runs the hooks after the start, each on a thread of its own. */
@Component(service = {}, immediate = true)
public final class BackgroundWork {

    private final BundleContext context;
    private final Map<PostStartHook, Hook> hooks = new HashMap<>(); // guarded by this

    private record Hook(Thread thread, ServiceRegistration<HealthCheck> check) {
    }

    @Activate
    public BackgroundWork(BundleContext context, @Reference ObjectAccess objects) {
        this.context = context;
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC, unbind = "removeHook")
    synchronized void addHook(PostStartHook hook, Map<String, Object> properties) {
        String name = String.valueOf(properties.get(PostStartHook.NAME));
        var check = new HookCheck();
        Dictionary<String, Object> shown = new Hashtable<>();
        shown.put(HealthCheck.NAME, "poststarthook/" + name);
        ServiceRegistration<HealthCheck> registration = context.registerService(HealthCheck.class, check, shown);
        Thread thread = RepeatedWork.start("mortise-hook-" + name, "post-start hook " + name, () -> {
            hook.run();
            check.done = true;
        });
        hooks.put(hook, new Hook(thread, registration));
    }

    synchronized void removeHook(PostStartHook hook) {
        Hook gone = hooks.remove(hook);
        if (gone != null) {
            gone.thread().interrupt();
            gone.check().unregister();
        }
    }

    @Deactivate
    synchronized void deactivate() {
        hooks.values().forEach(hook -> {
            hook.thread().interrupt();
            hook.check().unregister();
        });
        hooks.clear();
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
