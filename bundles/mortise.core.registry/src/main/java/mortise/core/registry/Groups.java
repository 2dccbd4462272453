package mortise.core.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import mortise.api.GroupResource;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The groups that are there, and the snapshot of what is served. A change publishes what is there through a volatile
 * field; the first reader after it makes the snapshot of that, so that dozens of groups at the start of the server cost
 * one snapshot. Readers never wait.
 */
final class Groups implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Groups.class);

    private final Comparator<String> order;
    private final Function<GroupResourceDefinition, ResourceState> opener;
    private final Resources shared;

    private final Map<Object, Bound> bound = new LinkedHashMap<>(); // guarded by this
    private volatile Content content; // written under this
    private volatile Published published = new Published(new RegistrySnapshot(0, List.of()), Map.of());

    /**
     * A resource that wants to be opened.
     *
     * @param resource its name
     * @param definition its facts
     */
    record GroupResourceDefinition(GroupResource resource, ResourceDefinition definition) {
    }

    private record Bound(String name, String bundle, List<ResourceState> states, List<ResourceDefinition> definitions) {
    }

    /** What is there. */
    private record Content(long generation, List<Bound> groups, RuntimeConfig runtimeConfig) {
    }

    private record Published(RegistrySnapshot snapshot, Map<GroupResource, ResourceState> states) {
    }

    /**
     * @param opener opens a resource, its cache included; returns at once
     */
    Groups(RuntimeConfig runtimeConfig, Comparator<String> order, Resources shared,
            Function<GroupResourceDefinition, ResourceState> opener) {
        this.content = new Content(0, List.of(), runtimeConfig);
        this.order = order;
        this.shared = shared;
        this.opener = opener;
    }

    RegistrySnapshot snapshot() {
        return published().snapshot();
    }

    private Published published() {
        Content wanted = content;
        Published known = published;
        if (known.snapshot().generation() != wanted.generation()) {
            known = publish(wanted);
            published = known;
        }
        return known;
    }

    Optional<ResourceState> state(GroupResource resource) {
        return Optional.ofNullable(published().states().get(resource));
    }

    /** Returns what is open. */
    Collection<ResourceState> states() {
        return published().states().values();
    }

    /** Says whether a {@code group/version} (or a version of the core group) is installed, served or not. */
    synchronized boolean installed(String groupVersion) {
        GroupVersion wanted = GroupVersion.parse(groupVersion);
        return bound.values().stream()
                .filter(group -> group.name().equals(wanted.group()))
                .flatMap(group -> group.definitions().stream())
                .flatMap(definition -> definition.versions().stream())
                .anyMatch(version -> version.name().equals(wanted.version()));
    }

    /**
     * Serves a group from now on.
     *
     * @param key identifies it for {@link #remove}
     */
    synchronized void add(Object key, ApiGroup group, String bundle) {
        String name = group.name();
        List<ResourceDefinition> definitions = List.copyOf(group.resources());
        bound.put(key, new Bound(name, bundle, open(name, bundle, definitions, Map.of()), definitions));
        changed(content.runtimeConfig());
    }

    /** Serves what the new configuration says; what stays served is not disturbed. */
    synchronized void reconfigure(RuntimeConfig wanted) {
        content = new Content(content.generation(), content.groups(), wanted);
        var before = new ArrayList<ResourceState>();
        var after = new ArrayList<ResourceState>();
        bound.replaceAll((key, group) -> {
            var present = new LinkedHashMap<ResourceDefinition, ResourceState>();
            group.states().forEach(state -> present.put(state.definition(), state));
            before.addAll(group.states());
            List<ResourceState> states = open(group.name(), group.bundle(), group.definitions(), present);
            after.addAll(states);
            return new Bound(group.name(), group.bundle(), states, group.definitions());
        });
        changed(wanted);
        before.removeAll(after);
        before.forEach(ResourceState::close);
    }

    /** Returns a state for every definition that is served: one of those present, or a new one. */
    private synchronized List<ResourceState> open(String name, String bundle, List<ResourceDefinition> definitions,
            Map<ResourceDefinition, ResourceState> present) {
        var states = new ArrayList<ResourceState>();
        for (ResourceDefinition definition : definitions) {
            var resource = new GroupResource(name, definition.plural());
            if (!anyServed(name, definition)) {
                continue;
            }
            if (present.containsKey(definition)) {
                states.add(present.get(definition));
            } else if (isOpen(resource)) {
                LOG.error("bundle {} provides {}, which another bundle provides already; it is left out",
                        bundle, resource);
            } else {
                states.add(opener.apply(new GroupResourceDefinition(resource, definition)));
            }
        }
        return List.copyOf(states);
    }

    /** Stops serving a group: its watches end, its verbs answer 404, its objects stay stored. */
    synchronized void remove(Object key) {
        Bound gone = bound.remove(key);
        if (gone != null) {
            changed(content.runtimeConfig());
            gone.states().forEach(ResourceState::close);
        }
    }

    @Override
    public synchronized void close() {
        List.copyOf(bound.keySet()).forEach(this::remove);
    }

    private synchronized boolean anyServed(String group, ResourceDefinition definition) {
        for (ResourceVersion version : definition.versions()) {
            if (served(content.runtimeConfig(), group, definition, version)) {
                return true;
            }
        }
        return false;
    }

    private synchronized boolean isOpen(GroupResource resource) {
        for (Bound group : bound.values()) {
            for (ResourceState state : group.states()) {
                if (state.resource().equals(resource)) {
                    return true;
                }
            }
        }
        return false;
    }

    private synchronized void changed(RuntimeConfig runtimeConfig) {
        content = new Content(content.generation() + 1, List.copyOf(bound.values()), runtimeConfig);
    }

    private static boolean served(
            RuntimeConfig runtimeConfig, String group, ResourceDefinition definition, ResourceVersion version) {
        return runtimeConfig.served(group, version.name(), definition.plural(), version.servedByDefault());
    }

    private Published publish(Content wanted) {
        var states = new LinkedHashMap<GroupResource, ResourceState>();
        Map<String, Map<String, List<ServedResource>>> tree = new TreeMap<>(order);
        for (Bound group : wanted.groups()) {
            for (ResourceState state : group.states()) {
                states.put(state.resource(), state);
                Map<String, List<ServedResource>> versions =
                        tree.computeIfAbsent(group.name(), name -> new TreeMap<>(GroupOrder.VERSIONS));
                for (ResourceVersion version : state.definition().versions()) {
                    if (served(wanted.runtimeConfig(), group.name(), state.definition(), version)) {
                        versions.computeIfAbsent(version.name(), name -> new ArrayList<>())
                                .add(state.served(version.name(), name -> serve(group, state, version)));
                    }
                }
            }
        }
        return new Published(new RegistrySnapshot(wanted.generation(), freeze(tree)), Map.copyOf(states));
    }

    private ServedResource serve(Bound group, ResourceState state, ResourceVersion version) {
        var groupVersion = new GroupVersion(group.name(), version.name());
        var form = new VersionForm(state, version, this::forms);
        ResourceVerbs verbs = state.definition().virtual()
                .<ResourceVerbs>map(objects -> new VirtualVerbs(state, form, objects, shared))
                .orElseGet(() -> new Verbs(state, form, shared));
        return new Served(groupVersion, state.definition(), version, verbs, group.bundle());
    }

    /** Returns every form of the objects that are stored as a kind, whether that is served or not. */
    List<KnownForm> forms(GroupVersionKind storedKind) {
        var forms = new ArrayList<KnownForm>();
        for (ResourceState state : published().states().values()) {
            if (state.storedKind().equals(storedKind)) {
                for (ResourceVersion version : state.definition().versions()) {
                    var groupVersion = new GroupVersion(state.resource().group(), version.name());
                    forms.add(new KnownForm(groupVersion.kind(state.definition().kind()), version));
                }
            }
        }
        return forms;
    }

    private static List<ServedGroup> freeze(Map<String, Map<String, List<ServedResource>>> tree) {
        var groups = new ArrayList<ServedGroup>();
        tree.forEach((name, versions) -> {
            var served = new ArrayList<ServedVersion>();
            versions.forEach((version, resources) -> {
                resources.sort(Comparator.comparing(resource -> resource.definition().plural()));
                served.add(new ServedVersion(version, resources));
            });
            groups.add(new ServedGroup(name, served));
        });
        return groups;
    }
}
