package mortise.spi.controller;

import java.util.List;

/**
 * Every resource that was served at one moment, each in its preferred version. Immutable.
 *
 * @param generation grows with every change of what is served; 0 is that of nothing
 * @param resources built-in and hot-plugged ones alike, in the order of discovery
 */
public record ServedResources(long generation, List<ResourceEntry> resources) {

    public ServedResources {
        resources = List.copyOf(resources);
    }
}
