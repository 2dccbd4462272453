package mortise.core.registry;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.condition.Condition;

/**
 * Once everything that starts with the server is there, a group that {@code --runtime-config} names and nobody provides
 * is a mistake: this component then does not start, which ends the start of the server and is a record later.
 */
@Component(name = "mortise.core.registry.runtimeconfig", configurationPid = RegistryComponent.PID, service = {},
        immediate = true)
public final class RuntimeConfigCheck {

    /**
     * Checks once; a changed configuration makes a new one.
     *
     * @throws IllegalArgumentException when a group is not installed
     */
    @Activate
    public RuntimeConfigCheck(RegistryConfig config, @Reference RegistryComponent registry,
            @Reference(target = StoreCheck.STARTED) Condition started) {
        List<String> unknown = unknown(config.runtime_config(), registry);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("runtime.config: unknown api groups " + String.join(", ", unknown));
        }
    }

    private static List<String> unknown(String setting, RegistryComponent registry) {
        try {
            return RuntimeConfig.parse(setting).unknown(registry::installed);
        } catch (IllegalArgumentException saidByTheRegistry) {
            return List.of();
        }
    }
}
