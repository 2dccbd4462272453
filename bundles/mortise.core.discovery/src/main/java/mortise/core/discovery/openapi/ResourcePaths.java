package mortise.core.discovery.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import mortise.api.GroupVersionKind;
import mortise.core.discovery.openapi.Operation.Response;
import mortise.core.registry.ServedResource;
import mortise.spi.group.ObjectSchema;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.StructType;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import mortise.spi.group.WriteRule;

/** The paths of a resource, and the definitions that they need. Serves one thread. */
final class ResourcePaths {

    /** A kind and the name of its definition. */
    private record Body(GroupVersionKind kind, String schema) {
    }

    private final Naming naming;
    private final Scope scope;
    private final Definitions definitions;
    private final Consumer<PathItem> to;
    private final ResourceDefinition resource;
    private final boolean typed;
    private final Body object;
    private final String listSchema;

    ResourcePaths(ServedResource served, Naming naming, Definitions definitions, Consumer<PathItem> to) {
        this.naming = naming;
        this.definitions = definitions;
        this.to = to;
        resource = served.definition();
        scope = new Scope(naming, resource);
        Optional<StructType> type = schema(served).type();
        typed = type.isPresent();
        object = body(served.kind(), type);
        listSchema = resource.verbs().contains(Verb.LIST) ? list(type) : "";
    }

    /** Gives every path of the resource. */
    void describe() {
        describeCollection();
        describeObject();
        for (SubresourceDefinition subresource : resource.subresources()) {
            if (subresource.behavior() instanceof SubresourceBehavior.Connect && !subresource.name().equals("log")) {
                new ConnectionPaths(scope, subresource, subresourceKind(subresource)).describe().forEach(to);
            } else {
                describeSubresource(subresource);
            }
        }
        if (resource.verbs().contains(Verb.LIST)) {
            describeEverywhere();
        }
        if (resource.verbs().contains(Verb.WATCH)) {
            describeWatches();
        }
    }

    private void describeCollection() {
        var operations = new ArrayList<Operation>();
        Set<Verb> verbs = resource.verbs();
        if (verbs.contains(Verb.LIST)) {
            operations.add(listing(scope.operation("list", "")));
        }
        if (verbs.contains(Verb.CREATE)) {
            operations.add(creating(object, "", "create " + article(resource.kind())));
        }
        if (verbs.contains(Verb.DELETE_COLLECTION)) {
            String status = status();
            operations.add(operation("delete", "delete" + naming.id() + "Collection" + scope.scoped(),
                    "delete collection of " + resource.kind(), "deletecollection", object,
                    Parameter.with(Parameter.DELETING, Parameter.CHOOSING.toArray(Parameter[]::new)),
                    List.of(Response.ok(status))).taking(deleteOptions(), plain(), false));
        }
        put("", List.of(), operations);
    }

    private void describeObject() {
        var operations = new ArrayList<>(reading(resource.verbs(), object, "", resource.kind()));
        if (resource.verbs().contains(Verb.DELETE)) {
            boolean returnsObject = resource.writeRules().contains(WriteRule.DELETE_RETURNS_OBJECT);
            String answer = returnsObject ? object.schema() : status();
            operations.add(operation("delete", scope.operation("delete", ""), "delete " + article(resource.kind()),
                    "delete", object, Parameter.DELETING, List.of(Response.ok(answer), Response.accepted(answer)))
                    .taking(deleteOptions(), plain(), false));
        }
        put("/{name}", List.of(Parameter.name(resource.kind())), operations);
    }

    private void describeSubresource(SubresourceDefinition subresource) {
        Body body = subresourceBody(subresource);
        String suffix = Naming.capital(subresource.name());
        String what = subresource.name() + " of the specified " + resource.kind();
        var operations = new ArrayList<>(reading(subresource.verbs(), body, suffix, what));
        if (subresource.verbs().contains(Verb.CREATE)) {
            operations.add(creating(body, suffix, "create " + subresource.name() + " of " + article(resource.kind())));
        }
        if (subresource.name().equals("log")) {
            operations.replaceAll(read -> new Operation(read.method(), read.id(), read.tag(), read.description(),
                    read.action(), read.kind(), Parameter.connecting("log"), null, MediaTypes.TEXT,
                    List.of(Response.ok(""))));
        }
        put("/{name}/" + subresource.name(), List.of(Parameter.name(body.kind().kind())), operations);
    }

    /** Objects of all namespaces can be listed together. */
    private void describeEverywhere() {
        if (resource.namespaced()) {
            to.accept(new PathItem(naming.root() + "/" + resource.plural(), List.of(Parameter.PRETTY),
                    List.of(listing("list" + naming.id() + resource.kind() + "ForAllNamespaces"))));
        }
    }

    private void describeWatches() {
        watch(scope.watches(), scope.operation("watch", "List"), "watchlist", scope.parameters());
        watch(scope.watches() + "/{name}", scope.operation("watch", ""), "watch",
                Parameter.with(scope.parameters(), Parameter.name(resource.kind())));
        if (resource.namespaced()) {
            watch(naming.root() + "/watch/" + resource.plural(),
                    "watch" + naming.id() + resource.kind() + "ListForAllNamespaces", "watchlist", List.of());
        }
    }

    private void watch(String path, String id, String action, List<Parameter> parameters) {
        definitions.add(MetaKinds.WATCH_EVENT);
        String what = action.equals("watch") ? "changes to " + article(resource.kind())
                : "individual changes to a list of " + resource.kind();
        Operation operation = new Operation("get", id, naming.tag(),
                "watch " + what + ". deprecated: use the 'watch' parameter with a list operation instead.",
                action, object.kind(), List.of(), null, MediaTypes.lists(typed),
                List.of(Response.ok(MetaKinds.WATCH_EVENT.name())));
        var all = Parameter.with(Parameter.LISTING, Parameter.PRETTY);
        all.addAll(parameters);
        to.accept(new PathItem(path, all, List.of(operation)));
    }

    private Operation listing(String id) {
        Operation operation = operation("get", id, "list or watch objects of kind " + resource.kind(), "list",
                object, Parameter.LISTING, List.of(Response.ok(listSchema)));
        return new Operation(operation.method(), id, operation.tag(), operation.description(), operation.action(),
                operation.kind(), operation.parameters(), null, MediaTypes.lists(typed), operation.responses());
    }

    private Operation creating(Body body, String suffix, String description) {
        String schema = body.schema();
        return operation("post", scope.operation("create", suffix), description, "post", body, Parameter.WRITING,
                List.of(Response.ok(schema), Response.created(schema), Response.accepted(schema)))
                .taking(schema, plain(), true);
    }

    /** Returns what may be done with one object, but for deleting it. */
    private List<Operation> reading(Set<Verb> verbs, Body body, String suffix, String what) {
        var operations = new ArrayList<Operation>();
        String schema = body.schema();
        List<Response> answers = List.of(Response.ok(schema), Response.created(schema));
        String the = suffix.isEmpty() ? "the specified " + what : what;
        if (verbs.contains(Verb.GET)) {
            operations.add(operation("get", scope.operation("read", suffix), "read " + the, "get", body, List.of(),
                    List.of(Response.ok(schema))));
        }
        if (verbs.contains(Verb.UPDATE)) {
            operations.add(operation("put", scope.operation("replace", suffix), "replace " + the, "put", body,
                    Parameter.WRITING, answers).taking(schema, plain(), true));
        }
        if (verbs.contains(Verb.PATCH)) {
            definitions.add(Special.PATCH);
            operations.add(operation("patch", scope.operation("patch", suffix), "partially update " + the, "patch",
                    body, Parameter.with(Parameter.WRITING, Parameter.FORCE), answers)
                    .taking(Special.PATCH.schema(), typed ? MediaTypes.PATCHES : MediaTypes.OPEN_PATCHES, true));
        }
        return operations;
    }

    private Operation operation(
            String method, String id, String description, String action, Body body, List<Parameter> parameters,
            List<Response> responses) {
        return new Operation(method, id, naming.tag(), description, action, body.kind(), parameters, null, plain(),
                responses);
    }

    private void put(String below, List<Parameter> parameters, List<Operation> operations) {
        if (!operations.isEmpty()) {
            var all = Parameter.with(parameters, Parameter.PRETTY);
            all.addAll(scope.parameters());
            to.accept(new PathItem(scope.collection() + below, all, operations));
        }
    }

    private Body subresourceBody(SubresourceDefinition subresource) {
        GroupVersionKind kind = subresourceKind(subresource);
        if (subresource.behavior() instanceof SubresourceBehavior.View view) {
            return body(kind, view.schema().type());
        }
        if (subresource.behavior() instanceof SubresourceBehavior.Action action) {
            return body(kind, action.schema().type());
        }
        return kind.equals(object.kind()) ? object : body(kind, Optional.empty());
    }

    private GroupVersionKind subresourceKind(SubresourceDefinition subresource) {
        return subresource.kind().version().isEmpty()
                ? naming.version().kind(subresource.kind().kind()) : subresource.kind();
    }

    private Body body(GroupVersionKind kind, Optional<StructType> type) {
        String name = type.map(StructType::name).filter(given -> !given.isEmpty())
                .orElseGet(() -> new Naming(kind.groupVersion(), naming.apiDomain()).schema(kind.kind()));
        type.ifPresentOrElse(struct -> definitions.add(named(struct, name)), () -> definitions.addOpen(name));
        definitions.mark(name, kind);
        return new Body(kind, name);
    }

    /** The type of a custom resource may have no name. */
    private static StructType named(StructType struct, String name) {
        return struct.name().isEmpty()
                ? new StructType(name, struct.atomic(), struct::fields, struct::description) : struct;
    }

    private String list(Optional<StructType> type) {
        StructType item = type.map(struct -> named(struct, object.schema()))
                .orElseGet(() -> StructType.of(object.schema(), List.of()));
        StructType list = MetaKinds.listOf(item);
        definitions.add(list);
        definitions.mark(list.name(), naming.version().kind(resource.listKind()));
        return list.name();
    }

    private String status() {
        definitions.add(MetaKinds.STATUS);
        definitions.mark(MetaKinds.STATUS.name(), new GroupVersionKind("", "v1", "Status"));
        return MetaKinds.STATUS.name();
    }

    private String deleteOptions() {
        definitions.add(MetaKinds.DELETE_OPTIONS);
        definitions.mark(MetaKinds.DELETE_OPTIONS.name(), new GroupVersionKind("", "v1", "DeleteOptions"));
        definitions.mark(MetaKinds.DELETE_OPTIONS.name(), naming.version().kind("DeleteOptions"));
        return MetaKinds.DELETE_OPTIONS.name();
    }

    private static ObjectSchema schema(ServedResource served) {
        return served.definition().versions().stream()
                .filter(version -> version.name().equals(served.version().version()))
                .map(version -> version.schema()).findFirst().orElse(ObjectSchema.OPEN);
    }

    private List<String> plain() {
        return typed ? MediaTypes.TYPED : MediaTypes.OPEN;
    }

    private static String article(String kind) {
        return ("AEIOU".indexOf(kind.charAt(0)) < 0 ? "a " : "an ") + kind;
    }
}
