package mortise.group.core;

import java.util.List;
import java.util.stream.Collectors;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.core.schema.Cells;

/** Which container of a pod a request is about. */
final class ContainerNames {

    private ContainerNames() {
    }

    /**
     * Returns the container that is meant: the named one, or the only one.
     *
     * @param name empty when none is named
     * @throws ApiException 400 when there is none of that name, or it has to be named
     */
    static String choose(ApiObject pod, String name) {
        List<String> names = names(pod, "containers");
        List<String> first = names(pod, "initContainers");
        if (!name.isEmpty()) {
            if (!names.contains(name) && !first.contains(name) && !names(pod, "ephemeralContainers").contains(name)) {
                throw ApiException.badRequest("container " + name + " is not valid for pod " + pod.metadata().name());
            }
            return name;
        }
        if (names.size() == 1) {
            return names.get(0);
        }
        String message = "a container name must be specified for pod " + pod.metadata().name();
        if (!names.isEmpty()) {
            message += ", choose one of: [" + String.join(" ", names) + "]";
        }
        if (!names.isEmpty() && !first.isEmpty()) {
            message += " or one of the init containers: [" + String.join(" ", first) + "]";
        }
        throw ApiException.badRequest(message);
    }

    private static List<String> names(ApiObject pod, String list) {
        return Cells.structs(pod, "spec", list).stream()
                .map(container -> String.valueOf(container.get("name"))).collect(Collectors.toList());
    }
}
