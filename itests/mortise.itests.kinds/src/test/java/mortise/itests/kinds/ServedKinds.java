package mortise.itests.kinds;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mortise.api.GroupVersion;
import mortise.core.registry.Registry;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ResourceVerbs;
import mortise.core.registry.ServedGroup;
import mortise.core.registry.ServedResource;
import mortise.core.registry.ServedVersion;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;

/** A registry that serves every kind in every version, the ones that are off by default as well; it stores nothing. */
final class ServedKinds implements Registry {

    private final RegistrySnapshot snapshot;

    ServedKinds() {
        var groups = new ArrayList<ServedGroup>();
        for (ApiGroup group : Groups.ALL) {
            Set<String> names = new TreeSet<>();
            group.resources().forEach(resource -> resource.versions().forEach(version -> names.add(version.name())));
            var versions = new ArrayList<ServedVersion>();
            for (String version : names) {
                versions.add(new ServedVersion(version, Groups.kinds(group.name(), version).stream()
                        .map(ServedKinds::resource).toList()));
            }
            groups.add(new ServedGroup(group.name(), versions));
        }
        snapshot = new RegistrySnapshot(1, groups);
    }

    private static ServedResource resource(Kind kind) {
        return new ServedResource() {
            @Override
            public GroupVersion version() {
                return kind.name().groupVersion();
            }

            @Override
            public ResourceDefinition definition() {
                return kind.resource();
            }

            @Override
            public ResourceVerbs verbs() {
                throw new AssertionError("documents read no objects");
            }

            @Override
            public String bundle() {
                return "test";
            }
        };
    }

    @Override
    public RegistrySnapshot snapshot() {
        return snapshot;
    }

    @Override
    public void onChange(Runnable listener) {
        // What is served here never changes.
    }
}
