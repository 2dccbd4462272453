package mortise.core.discovery.openapi;

import java.util.List;
import java.util.Locale;
import mortise.api.GroupVersionKind;
import mortise.core.discovery.openapi.Operation.Response;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;

/**
 * The paths of a subresource that passes requests on. What they take and answer is up to the server behind.
 *
 * @param scope where the objects are
 * @param subresource the subresource
 * @param kind kind that lists its parameters
 */
record ConnectionPaths(Scope scope, SubresourceDefinition subresource, GroupVersionKind kind) {

    private static final List<String> EVERY_METHOD =
            List.of("get", "put", "post", "delete", "options", "head", "patch");
    /** A connection to something else than a web server begins with one of these. */
    private static final List<String> OPENING = List.of("get", "post");

    List<PathItem> describe() {
        String path = scope.collection() + "/{name}/" + subresource.name();
        var parameters = Parameter.with(Parameter.connecting(subresource.name()), Parameter.name(kind.kind()));
        parameters.addAll(scope.parameters());
        var item = new PathItem(path, parameters, operations(""));
        if (!subresource.name().equals("proxy")) {
            return List.of(item);
        }
        return List.of(item, new PathItem(
                path + "/{path}", Parameter.with(parameters, Parameter.REST), operations("WithPath")));
    }

    private List<Operation> operations(String suffix) {
        List<String> methods = subresource.verbs().contains(Verb.UPDATE) ? EVERY_METHOD : OPENING;
        return methods.stream().map(method -> operation(method, suffix)).toList();
    }

    private Operation operation(String method, String suffix) {
        Naming naming = scope.naming();
        String id = "connect" + naming.id() + Naming.capital(method) + scope.scoped()
                + Naming.capital(subresource.name()) + suffix;
        String description = "connect " + method.toUpperCase(Locale.ROOT) + " requests to " + subresource.name()
                + " of " + scope.resource().kind();
        return new Operation(method, id, naming.tag(), description, "connect", kind, List.of(), null, MediaTypes.ANY,
                List.of(Response.ok("")));
    }
}
