package mortise.controller.systemnamespaces;

import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.operations.PostStartHook;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Creates the namespaces that clients and controllers expect to find; those that are there stay as they are. */
@Component(property = PostStartHook.NAME + "=start-system-namespaces-controller")
public final class SystemNamespacesHook implements PostStartHook {

    static final List<String> NAMES = List.of("kube-system", "kube-public", "kube-node-lease", "default");

    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final String NAMESPACES = "namespaces";

    private final ObjectAccess objects;

    @Activate
    public SystemNamespacesHook(@Reference ObjectAccess objects) {
        this.objects = objects;
    }

    @Override
    public void run() {
        for (String name : NAMES) {
            if (objects.get(CORE, NAMESPACES, "", name).isEmpty()) {
                create(name);
            }
        }
    }

    private void create(String name) {
        ApiObject namespace = ApiObject.ofKind(CORE.kind("Namespace"));
        namespace.metadata().setName(name);
        try {
            objects.create(CORE, NAMESPACES, namespace);
        } catch (ApiException failed) {
            // Another server on the same store may do the same at the same time.
            if (failed.status().reason() != ErrorReason.ALREADY_EXISTS) {
                throw failed;
            }
        }
    }
}
