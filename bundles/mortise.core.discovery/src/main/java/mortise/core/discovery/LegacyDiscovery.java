package mortise.core.discovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mortise.api.GroupVersion;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedGroup;
import mortise.core.registry.ServedResource;
import mortise.core.registry.ServedVersion;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;

/** The documents of {@code /api}, {@code /apis} and below, one a path, in the form every client understands. */
final class LegacyDiscovery {

    private final Map<String, Document> documents = new LinkedHashMap<>();

    LegacyDiscovery(RegistrySnapshot snapshot) {
        var groups = new ArrayList<Object>();
        for (ServedGroup group : snapshot.groups()) {
            if (group.name().isEmpty()) {
                documents.put("/api", Document.of(coreVersions(group)));
            } else {
                Map<String, Object> summary = group(group);
                groups.add(summary);
                documents.put("/apis/" + group.name(), Document.of(withKind("APIGroup", summary)));
            }
            for (ServedVersion version : group.versions()) {
                var groupVersion = new GroupVersion(group.name(), version.name());
                documents.put(path(groupVersion), Document.of(resources(groupVersion, version)));
            }
        }
        var list = withKind("APIGroupList", Map.of());
        list.put("groups", groups);
        documents.put("/apis", Document.of(list));
    }

    /** Returns the document of a path without a slash at its end. */
    Optional<Document> at(String path) {
        return Optional.ofNullable(documents.get(path));
    }

    /** Returns the kind of the document of a path that has one. */
    static String kind(String path) {
        return switch (path) {
            case "/api" -> "APIVersions";
            case "/apis" -> "APIGroupList";
            default -> path.startsWith("/apis/") && path.indexOf('/', "/apis/".length()) < 0
                    ? "APIGroup" : "APIResourceList";
        };
    }

    static String path(GroupVersion version) {
        return (version.group().isEmpty() ? "/api/" : "/apis/") + version;
    }

    static List<String> words(Set<Verb> verbs) {
        return verbs.stream().map(Verb::text).sorted().toList();
    }

    private static Map<String, Object> coreVersions(ServedGroup group) {
        var document = new LinkedHashMap<String, Object>();
        document.put("kind", "APIVersions");
        document.put("versions", group.versions().stream().map(ServedVersion::name).toList());
        // Every client may use the address it has used to get here.
        var everyClient = new LinkedHashMap<String, Object>();
        everyClient.put("clientCIDR", "0.0.0.0/0");
        everyClient.put("serverAddress", "");
        document.put("serverAddressByClientCIDRs", List.of(everyClient));
        return document;
    }

    private static Map<String, Object> group(ServedGroup group) {
        List<Map<String, Object>> versions = group.versions().stream()
                .map(version -> version(group.name(), version.name())).toList();
        var document = new LinkedHashMap<String, Object>();
        document.put("name", group.name());
        document.put("versions", versions);
        document.put("preferredVersion", versions.get(0));
        return document;
    }

    private static Map<String, Object> version(String group, String version) {
        var document = new LinkedHashMap<String, Object>();
        document.put("groupVersion", new GroupVersion(group, version).toString());
        document.put("version", version);
        return document;
    }

    private static Map<String, Object> resources(GroupVersion groupVersion, ServedVersion version) {
        var resources = new ArrayList<Object>();
        for (ServedResource resource : version.resources()) {
            resources.add(resource(resource.definition()));
            resource.definition().subresources().stream()
                    .sorted(Comparator.comparing(SubresourceDefinition::name))
                    .forEach(subresource -> resources.add(subresource(resource.definition(), subresource)));
        }
        // The core group's list is older than versions of lists and carries none.
        Map<String, Object> document = groupVersion.group().isEmpty()
                ? new LinkedHashMap<>(Map.of("kind", "APIResourceList")) : withKind("APIResourceList", Map.of());
        document.put("groupVersion", groupVersion.toString());
        document.put("resources", resources);
        return document;
    }

    private static Map<String, Object> resource(ResourceDefinition definition) {
        var document = new LinkedHashMap<String, Object>();
        document.put("name", definition.plural());
        document.put("singularName", definition.singular());
        document.put("namespaced", definition.namespaced());
        document.put("kind", definition.kind());
        document.put("verbs", words(definition.verbs()));
        if (!definition.shortNames().isEmpty()) {
            document.put("shortNames", definition.shortNames());
        }
        if (!definition.categories().isEmpty()) {
            document.put("categories", definition.categories());
        }
        if (!definition.storageVersionHash().isEmpty()) {
            document.put("storageVersionHash", definition.storageVersionHash());
        }
        return document;
    }

    private static Map<String, Object> subresource(ResourceDefinition definition, SubresourceDefinition subresource) {
        var document = new LinkedHashMap<String, Object>();
        document.put("name", definition.plural() + "/" + subresource.name());
        document.put("singularName", "");
        document.put("namespaced", definition.namespaced());
        if (!subresource.kind().version().isEmpty()) {
            document.put("group", subresource.kind().group());
            document.put("version", subresource.kind().version());
        }
        document.put("kind", subresource.kind().kind());
        document.put("verbs", words(subresource.verbs()));
        return document;
    }

    private static Map<String, Object> withKind(String kind, Map<String, Object> rest) {
        var document = new LinkedHashMap<String, Object>();
        document.put("kind", kind);
        document.put("apiVersion", "v1");
        document.putAll(rest);
        return document;
    }
}
