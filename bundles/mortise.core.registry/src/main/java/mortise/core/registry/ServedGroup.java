package mortise.core.registry;

import java.util.List;

/**
 * A group with at least one served version.
 *
 * @param name as it stands in the path; empty for the core group
 * @param versions preferred first, at least one
 */
public record ServedGroup(String name, List<ServedVersion> versions) {

    public ServedGroup {
        versions = List.copyOf(versions);
    }
}
