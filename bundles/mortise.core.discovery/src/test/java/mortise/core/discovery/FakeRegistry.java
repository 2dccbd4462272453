package mortise.core.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import mortise.api.GroupVersion;
import mortise.core.registry.Registry;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ResourceVerbs;
import mortise.core.registry.ServedGroup;
import mortise.core.registry.ServedResource;
import mortise.core.registry.ServedVersion;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.Verb;

/** A registry that serves what a test says; nothing can be done with the resources. */
public final class FakeRegistry implements Registry {

    private final List<ServedGroup> groups = new ArrayList<>();
    private RegistrySnapshot snapshot = new RegistrySnapshot(0, List.of());

    public FakeRegistry serve(String group, String version, ResourceDefinition... definitions) {
        var resources = new ArrayList<ServedResource>();
        for (ResourceDefinition definition : definitions) {
            resources.add(resource(new GroupVersion(group, version), definition));
        }
        groups.add(new ServedGroup(group, List.of(new ServedVersion(version, resources))));
        snapshot = new RegistrySnapshot(snapshot.generation() + 1, groups);
        return this;
    }

    public static ResourceDefinition pods() {
        return ResourceDefinition.named("pods", "pod", "Pod").shortNames("po").categories("all")
                .version("v1").status().build();
    }

    public static ResourceDefinition reviews() {
        return ResourceDefinition.named("reviews", "review", "Review").clusterScoped()
                .version("v1").verbs(Set.of(Verb.CREATE)).build();
    }

    @Override
    public RegistrySnapshot snapshot() {
        return snapshot;
    }

    @Override
    public void onChange(Runnable listener) {
        // Nothing changes behind a test's back.
    }

    private static ServedResource resource(GroupVersion version, ResourceDefinition definition) {
        return new ServedResource() {
            @Override
            public GroupVersion version() {
                return version;
            }

            @Override
            public ResourceDefinition definition() {
                return definition;
            }

            @Override
            public ResourceVerbs verbs() {
                throw new AssertionError("discovery reads no objects");
            }

            @Override
            public String bundle() {
                return "test";
            }
        };
    }
}
