package mortise.core.discovery;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.GroupVersion;
import mortise.api.GroupVersionKind;
import mortise.core.registry.ServedResource;
import mortise.core.registry.ServedVersion;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;

/**
 * The OpenAPI v3 description of one group version: which paths there are, with which methods and parameters. Kinds
 * without a schema are described as objects that keep every field.
 */
final class OpenApiDescription {

    private static final List<String> WRITING = List.of("dryRun", "fieldManager", "fieldValidation", "pretty");
    private static final List<String> LISTING = List.of(
            "allowWatchBookmarks", "continue", "fieldSelector", "labelSelector", "limit", "resourceVersion",
            "resourceVersionMatch", "sendInitialEvents", "timeoutSeconds", "watch", "pretty");
    private static final List<String> DELETING = List.of(
            "dryRun", "gracePeriodSeconds", "orphanDependents", "propagationPolicy", "pretty");

    private final GroupVersion groupVersion;
    private final Map<String, Object> paths = new LinkedHashMap<>();
    private final Map<String, Object> schemas = new LinkedHashMap<>();

    OpenApiDescription(String group, ServedVersion version) {
        groupVersion = new GroupVersion(group, version.name());
        version.resources().forEach(this::describe);
    }

    Map<String, Object> tree() {
        var tree = new LinkedHashMap<String, Object>();
        tree.put("openapi", "3.0.0");
        tree.put("info", inOrder("title", "Mortise", "version", groupVersion.toString()));
        tree.put("paths", paths);
        tree.put("components", Map.of("schemas", schemas));
        return tree;
    }

    private void describe(ServedResource resource) {
        ResourceDefinition definition = resource.definition();
        GroupVersionKind kind = resource.kind();
        schemas.put(schemaName(kind), schema(kind));
        String root = LegacyDiscovery.path(groupVersion);
        String collection = root + (definition.namespaced() ? "/namespaces/{namespace}/" : "/") + definition.plural();
        if (definition.namespaced() && definition.verbs().contains(Verb.LIST)) {
            paths.put(root + "/" + definition.plural(), Map.of("get", operation("list", kind, LISTING)));
        }
        paths.put(collection, collectionMethods(definition, kind));
        paths.put(collection + "/{name}", objectMethods(definition.verbs(), kind));
        for (SubresourceDefinition subresource : definition.subresources()) {
            GroupVersionKind subkind = subresource.kind().version().isEmpty()
                    ? groupVersion.kind(subresource.kind().kind()) : subresource.kind();
            paths.put(collection + "/{name}/" + subresource.name(), objectMethods(subresource.verbs(), subkind));
        }
    }

    private static Map<String, Object> collectionMethods(ResourceDefinition definition, GroupVersionKind kind) {
        var methods = new LinkedHashMap<String, Object>();
        addIf(definition.verbs().contains(Verb.LIST), methods, "get", operation("list", kind, LISTING));
        addIf(definition.verbs().contains(Verb.CREATE), methods, "post", operation("post", kind, WRITING));
        var deleting = new ArrayList<>(LISTING);
        deleting.addAll(DELETING);
        addIf(definition.verbs().contains(Verb.DELETE_COLLECTION), methods, "delete",
                operation("deletecollection", kind, deleting));
        return methods;
    }

    private static Map<String, Object> objectMethods(java.util.Set<Verb> verbs, GroupVersionKind kind) {
        var methods = new LinkedHashMap<String, Object>();
        addIf(verbs.contains(Verb.GET), methods, "get", operation("get", kind, List.of("pretty")));
        addIf(verbs.contains(Verb.UPDATE), methods, "put", operation("put", kind, WRITING));
        var patching = new ArrayList<>(WRITING);
        patching.add("force");
        addIf(verbs.contains(Verb.PATCH), methods, "patch", operation("patch", kind, patching));
        addIf(verbs.contains(Verb.DELETE), methods, "delete", operation("delete", kind, DELETING));
        addIf(verbs.contains(Verb.CREATE) && !verbs.contains(Verb.LIST), methods, "post",
                operation("post", kind, WRITING));
        return methods;
    }

    private static Map<String, Object> operation(String action, GroupVersionKind kind, List<String> parameters) {
        var operation = new LinkedHashMap<String, Object>();
        operation.put("operationId", action + kind.kind());
        operation.put("parameters", parameters.stream().map(OpenApiDescription::parameter).toList());
        operation.put("responses", Map.of("200", Map.of("description", "OK")));
        operation.put("x-kubernetes-action", action);
        operation.put("x-kubernetes-group-version-kind", AggregatedDiscovery.kind(kind));
        return operation;
    }

    private static Map<String, Object> parameter(String name) {
        String type = switch (name) {
            case "limit", "timeoutSeconds", "gracePeriodSeconds" -> "integer";
            case "watch", "allowWatchBookmarks", "sendInitialEvents", "force", "orphanDependents" -> "boolean";
            default -> "string";
        };
        var parameter = new LinkedHashMap<String, Object>();
        parameter.put("name", name);
        parameter.put("in", "query");
        parameter.put("schema", inOrder("type", type, "uniqueItems", true));
        return parameter;
    }

    /** Two members that stay in this order: the hash of a document is the same after a restart and on every server. */
    private static Map<String, Object> inOrder(String first, Object firstValue, String second, Object secondValue) {
        var tree = new LinkedHashMap<String, Object>();
        tree.put(first, firstValue);
        tree.put(second, secondValue);
        return tree;
    }

    private static Map<String, Object> schema(GroupVersionKind kind) {
        var schema = new LinkedHashMap<String, Object>();
        schema.put("type", "object");
        schema.put("x-kubernetes-preserve-unknown-fields", true);
        schema.put("x-kubernetes-group-version-kind", List.of(AggregatedDiscovery.kind(kind)));
        return schema;
    }

    /** Names schemas as clients know them: {@code io.k8s.api.apps.v1.Deployment}. */
    private static String schemaName(GroupVersionKind kind) {
        String group = kind.group().isEmpty() ? "core" : kind.group().split("\\.", 2)[0];
        return "io.k8s.api." + group + "." + kind.version() + "." + kind.kind();
    }

    private static void addIf(boolean wanted, Map<String, Object> methods, String method, Object operation) {
        if (wanted) {
            methods.put(method, operation);
        }
    }
}
