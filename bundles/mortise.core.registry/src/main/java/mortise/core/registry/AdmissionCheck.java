package mortise.core.registry;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.condition.Condition;

/**
 * Once everything that starts with the server is there, an admission plug-in that is switched on or off and that nobody
 * has heard of is a mistake, and so is one that is switched on and not installed: this component then does not start,
 * which ends the start of the server and is a record later.
 */
@Component(name = "mortise.core.registry.admission", configurationPid = RegistryComponent.PID, service = {},
        immediate = true)
public final class AdmissionCheck {

    /**
     * Checks once; a changed configuration makes a new one.
     *
     * @throws IllegalArgumentException when a plug-in is not known or not installed
     */
    @Activate
    public AdmissionCheck(RegistryConfig config, @Reference RegistryComponent registry,
            @Reference(target = StoreCheck.STARTED) Condition started) {
        List<String> mistakes = mistakes(config, registry);
        if (!mistakes.isEmpty()) {
            throw new IllegalArgumentException(mistakes.get(0));
        }
    }

    private static List<String> mistakes(RegistryConfig config, RegistryComponent registry) {
        try {
            return AdmissionSelection.of(config).mistakes(registry::admissionInstalled);
        } catch (IllegalArgumentException saidByTheRegistry) {
            return List.of();
        }
    }
}
