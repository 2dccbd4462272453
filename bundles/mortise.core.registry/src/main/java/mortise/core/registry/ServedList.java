package mortise.core.registry;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import mortise.spi.controller.ResourceEntry;
import mortise.spi.controller.ServedResources;
import mortise.spi.group.Verb;

/** What controllers see of what is served. Pure functions. */
final class ServedList {

    private ServedList() {
    }

    /** Returns each resource once: versions come preferred first, so the first one that has it is meant. */
    static ServedResources of(RegistrySnapshot snapshot) {
        List<ResourceEntry> entries = new ArrayList<>();
        for (ServedGroup group : snapshot.groups()) {
            Set<String> seen = new HashSet<>();
            for (ServedVersion version : group.versions()) {
                for (ServedResource resource : version.resources()) {
                    if (seen.add(resource.definition().plural())) {
                        entries.add(entry(resource));
                    }
                }
            }
        }
        return new ServedResources(snapshot.generation(), entries);
    }

    private static ResourceEntry entry(ServedResource resource) {
        Set<String> verbs = resource.definition().verbs().stream().map(Verb::text).collect(Collectors.toSet());
        return new ResourceEntry(resource.version(), resource.definition().plural(), resource.definition().kind(),
                resource.definition().namespaced(), verbs);
    }
}
