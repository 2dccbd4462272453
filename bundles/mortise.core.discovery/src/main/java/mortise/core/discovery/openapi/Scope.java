package mortise.core.discovery.openapi;

import java.util.List;
import mortise.spi.group.ResourceDefinition;

/**
 * Where the objects of a resource are, and how operations on them are called.
 *
 * @param naming names of the group version
 * @param resource the resource
 */
record Scope(Naming naming, ResourceDefinition resource) {

    /** Returns the path of the collection in one namespace, or in the cluster. */
    String collection() {
        return naming.root() + prefix() + "/" + resource.plural();
    }

    /** Returns the deprecated path of watches of the collection. */
    String watches() {
        return naming.root() + "/watch" + prefix() + "/" + resource.plural();
    }

    /** Returns the parameters of the collection's path. */
    List<Parameter> parameters() {
        return resource.namespaced() ? List.of(Parameter.NAMESPACE) : List.of();
    }

    /** Returns {@code readAppsV1NamespacedDeploymentScale} for {@code read} and {@code Scale}. */
    String operation(String verb, String suffix) {
        return verb + naming.id() + scoped() + suffix;
    }

    /** Returns the kind, and before it whether it is namespaced. */
    String scoped() {
        return (resource.namespaced() ? "Namespaced" : "") + resource.kind();
    }

    private String prefix() {
        return resource.namespaced() ? "/namespaces/{namespace}" : "";
    }
}
