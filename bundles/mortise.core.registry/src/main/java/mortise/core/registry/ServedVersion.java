package mortise.core.registry;

import java.util.List;

/**
 * A served version of a group.
 *
 * @param name for example {@code v1}
 * @param resources sorted by plural name, at least one
 */
public record ServedVersion(String name, List<ServedResource> resources) {

    public ServedVersion {
        resources = List.copyOf(resources);
    }
}
