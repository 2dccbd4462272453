package mortise.core.registry;

import java.util.List;
import java.util.TreeSet;
import mortise.spi.controller.Controller;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.condition.Condition;

/**
 * Once everything that starts with the server is there, a controller that {@code --controllers} names and nobody
 * provides is a mistake: this component then does not start, which ends the start of the server and is a record later.
 */
@Component(name = "mortise.core.registry.controllerscheck", configurationPid = Controllers.PID, service = {},
        immediate = true)
public final class ControllersCheck {

    /**
     * Checks once; a changed configuration makes a new one.
     *
     * @throws IllegalArgumentException when a controller is not installed
     */
    @Activate
    public ControllersCheck(BundleContext context, ControllersConfig config,
            @Reference(target = StoreCheck.STARTED) Condition started) throws InvalidSyntaxException {
        var known = new TreeSet<String>();
        var names = new TreeSet<String>();
        for (ServiceReference<Controller> controller : context.getServiceReferences(Controller.class, null)) {
            ControllerFacts facts = ControllerFacts.of(controller::getProperty);
            names.add(facts.name());
            known.addAll(facts.names());
        }
        List<String> unknown = ControllerSelection.of(config.controllers()).unknown(known);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("controllers: " + String.join(", ", unknown)
                    + (unknown.size() == 1 ? " is" : " are") + " not installed; there are: "
                    + String.join(", ", names));
        }
    }
}
