package mortise.controller.flowcontrol;

import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.PostStartHook;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Sees to it that flow control has its objects before the server is ready. */
@Component(property = PostStartHook.NAME + "=priority-and-fairness-config-producer")
public final class FlowControlHook implements PostStartHook {

    private final InitialObjects initial;
    private final ObjectAccess objects;

    @Activate
    public FlowControlHook(@Reference ServerNames names, @Reference ObjectAccess objects) {
        this.initial = new InitialObjects(names);
        this.objects = objects;
    }

    @Override
    public void run() {
        initial.all().forEach(wanted -> initial.ensure(objects, wanted));
    }
}
