package mortise.core.discovery.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mortise.api.GroupVersionKind;

/** Writes paths and their operations in one of the two versions of OpenAPI. */
final class PathForm {

    /** Texts have no definition. */
    private static final Map<String, Object> TEXT = Tree.of("type", "string");

    private final Dialect dialect;

    PathForm(Dialect dialect) {
        this.dialect = dialect;
    }

    Map<String, Object> path(PathItem item) {
        var tree = new TreeMap<String, Object>();
        item.operations().forEach(operation -> tree.put(operation.method(), operation(operation)));
        if (!item.parameters().isEmpty()) {
            tree.put("parameters", parameters(item.parameters()));
        }
        return tree;
    }

    private Map<String, Object> operation(Operation operation) {
        Map<String, Object> tree = Tree.of("operationId", operation.id(), "tags", List.of(operation.tag()),
                "description", operation.description());
        List<Object> parameters = parameters(operation.parameters());
        if (dialect == Dialect.V2) {
            Operation.Body body = operation.body();
            if (body != null) {
                parameters.add(0, body(body));
            }
            tree.put("consumes", body == null ? MediaTypes.ANY : body.consumes());
            tree.put("produces", operation.produces());
            tree.put("schemes", List.of("https"));
        } else if (operation.body() != null) {
            tree.put("requestBody", requestBody(operation.body()));
        }
        if (!parameters.isEmpty()) {
            tree.put("parameters", parameters);
        }
        tree.put("responses", responses(operation));
        Tree.putText(tree, "x-kubernetes-action", operation.action());
        GroupVersionKind kind = operation.kind();
        if (kind != null) {
            tree.put("x-kubernetes-group-version-kind", SchemaForm.kind(kind));
        }
        return tree;
    }

    /** Returns a parameter in full. */
    Map<String, Object> parameter(Parameter parameter) {
        Map<String, Object> tree = Tree.of("name", parameter.name(), "in", parameter.in(),
                "description", parameter.description());
        if (parameter.required()) {
            tree.put("required", true);
        }
        if (dialect == Dialect.V2) {
            tree.put("type", parameter.type());
            tree.put("uniqueItems", true);
        } else {
            tree.put("schema", Tree.of("type", parameter.type(), "uniqueItems", true));
        }
        return tree;
    }

    private List<Object> parameters(List<Parameter> parameters) {
        var list = new ArrayList<Object>();
        for (Parameter parameter : parameters) {
            list.add(dialect == Dialect.V2 && parameter.shared()
                    ? Tree.of("$ref", "#/parameters/" + parameter.name()) : parameter(parameter));
        }
        return list;
    }

    private Map<String, Object> body(Operation.Body body) {
        Map<String, Object> tree = Tree.of("name", "body", "in", "body", "schema", dialect.reference(body.schema()));
        if (body.required()) {
            tree.put("required", true);
        }
        return tree;
    }

    private Map<String, Object> requestBody(Operation.Body body) {
        Map<String, Object> tree = Tree.of("content", content(body.consumes(), dialect.reference(body.schema())));
        if (body.required()) {
            tree.put("required", true);
        }
        return tree;
    }

    private Map<String, Object> responses(Operation operation) {
        var tree = new TreeMap<String, Object>();
        for (Operation.Response response : operation.responses()) {
            Map<String, Object> answer = Tree.of("description", response.description());
            Map<String, Object> schema =
                    response.schema().isEmpty() ? TEXT : dialect.reference(response.schema());
            if (dialect == Dialect.V2) {
                answer.put("schema", schema);
            } else {
                answer.put("content", content(operation.produces(), schema));
            }
            tree.put(response.code(), answer);
        }
        tree.put(Operation.UNAUTHORIZED.code(), Tree.of("description", Operation.UNAUTHORIZED.description()));
        return tree;
    }

    private static Map<String, Object> content(List<String> mediaTypes, Map<String, Object> schema) {
        var content = new TreeMap<String, Object>();
        mediaTypes.forEach(mediaType -> content.put(mediaType, Map.of("schema", schema)));
        return content;
    }
}
