package mortise.core.discovery.openapi;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.discovery.openapi.Operation.Response;
import mortise.core.registry.ServedResource;
import mortise.core.registry.ServedVersion;
import mortise.spi.group.StructType;

/** What one document says: paths and definitions, in neither version of OpenAPI. Serves one thread. */
final class Description {

    private final Map<String, PathItem> paths = new TreeMap<>();
    private final Map<String, Parameter> shared = new TreeMap<>();
    private final Definitions definitions = new Definitions();

    /** Adds the resources of a group version. */
    void addResources(Naming naming, ServedVersion version) {
        String id = "get" + naming.id() + "APIResources";
        addDiscovery(naming.root() + "/", id, naming.tag(), "get available resources", MetaKinds.API_RESOURCE_LIST);
        for (ServedResource resource : version.resources()) {
            new ResourcePaths(resource, naming, definitions, this::add).describe();
        }
    }

    /** Adds the path that tells the versions of a group. */
    void addGroup(Naming naming) {
        boolean isCore = naming.version().group().isEmpty();
        String path = isCore ? "/api/" : "/apis/" + naming.version().group() + "/";
        String id = "get" + naming.joined() + (isCore ? "APIVersions" : "APIGroup");
        addDiscovery(path, id, naming.group(), isCore ? "get available API versions" : "get information of a group",
                isCore ? MetaKinds.API_VERSIONS : MetaKinds.API_GROUP);
    }

    /** Adds the path that tells the groups. */
    void addGroups() {
        addDiscovery("/apis/", "getAPIVersions", "apis", "get available API versions", MetaKinds.API_GROUP_LIST);
    }

    /** Adds the path that tells which release the server speaks like. */
    void addVersion() {
        definitions.add(MetaKinds.VERSION_INFO);
        add(new PathItem("/version/", List.of(), List.of(new Operation("get", "getCodeVersion", "version",
                "get the version information for this server", "", null, List.of(), null, MediaTypes.JSON_ONLY,
                List.of(Response.ok(MetaKinds.VERSION_INFO.name()))))));
    }

    private void addDiscovery(String path, String id, String tag, String description, StructType answer) {
        definitions.add(answer);
        String kind = answer.name().substring(answer.name().lastIndexOf('.') + 1);
        definitions.mark(answer.name(), new GroupVersionKind("", "v1", kind));
        add(new PathItem(path, List.of(), List.of(new Operation("get", id, tag, description, "", null, List.of(), null,
                MediaTypes.TYPED, List.of(Response.ok(answer.name()))))));
    }

    private void add(PathItem item) {
        paths.put(item.path(), item);
        share(item.parameters());
        item.operations().forEach(operation -> share(operation.parameters()));
    }

    private void share(List<Parameter> parameters) {
        for (Parameter parameter : parameters) {
            if (parameter.shared()) {
                shared.put(parameter.name(), parameter);
            }
        }
    }

    /** Gives every path with its operations. */
    void writePaths(Dialect dialect, BiConsumer<String, Map<String, Object>> to) {
        var form = new PathForm(dialect);
        paths.forEach((path, item) -> to.accept(path, form.path(item)));
    }

    /** Gives every definition. */
    void writeDefinitions(Dialect dialect, BiConsumer<String, Map<String, Object>> to) {
        definitions.write(dialect, to);
    }

    /** Gives the parameters that occur in many places, in full. */
    void writeParameters(BiConsumer<String, Map<String, Object>> to) {
        var form = new PathForm(Dialect.V2);
        shared.forEach((name, parameter) -> to.accept(name, form.parameter(parameter)));
    }

    /** Tells everything that the document depends on, without making it. */
    void tell(Consumer<String> listener) {
        paths.values().forEach(item -> listener.accept(item.toString()));
        definitions.tell(listener);
    }

    /** Returns how the things of a group are called where the version does not matter. */
    static Naming group(String group, String apiDomain) {
        return new Naming(new GroupVersion(group, ""), apiDomain);
    }
}
