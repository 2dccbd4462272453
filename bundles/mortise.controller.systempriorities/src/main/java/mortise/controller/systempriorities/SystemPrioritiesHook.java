package mortise.controller.systempriorities;

import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.PostStartHook;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Creates the priority classes of the system's own pods; those that are there stay as they are. */
@Component(property = PostStartHook.NAME + "=scheduling/bootstrap-system-priority-classes")
public final class SystemPrioritiesHook implements PostStartHook {

    static final String RESOURCE = "priorityclasses";

    private record SystemClass(String name, long value, String description) {
    }

    private static final List<SystemClass> CLASSES = List.of(
            new SystemClass("system-node-critical", 2_000_001_000L, "Used for system critical pods that must not be"
                    + " moved from their current node."),
            new SystemClass("system-cluster-critical", 2_000_000_000L, "Used for system critical pods that must run in"
                    + " the cluster, but can be moved to another node if necessary."));

    private final GroupVersion version;
    private final ObjectAccess objects;

    @Activate
    public SystemPrioritiesHook(@Reference ServerNames names, @Reference ObjectAccess objects) {
        this.version = new GroupVersion(names.group("scheduling"), "v1");
        this.objects = objects;
    }

    @Override
    public void run() {
        for (SystemClass wanted : CLASSES) {
            if (objects.get(version, RESOURCE, "", wanted.name()).isEmpty()) {
                create(wanted);
            }
        }
    }

    private void create(SystemClass wanted) {
        ApiObject made = ApiObject.ofKind(version.kind("PriorityClass"));
        made.metadata().setName(wanted.name());
        made.tree().put("value", wanted.value());
        made.tree().put("description", wanted.description());
        made.tree().put("preemptionPolicy", "PreemptLowerPriority");
        try {
            objects.create(version, RESOURCE, made);
        } catch (ApiException failed) {
            // Another server on the same store may do the same at the same time.
            if (failed.status().reason() != ErrorReason.ALREADY_EXISTS) {
                throw failed;
            }
        }
    }
}
