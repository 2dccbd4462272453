package mortise.core.discovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.GroupVersionKind;
import mortise.core.registry.RegistrySnapshot;
import mortise.core.registry.ServedGroup;
import mortise.core.registry.ServedResource;
import mortise.core.registry.ServedVersion;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;

/**
 * Both documents of aggregated discovery: everything that is served, in one answer for the core group and one for the
 * named groups.
 *
 * @param core the answer of {@code /api}
 * @param named the answer of {@code /apis}
 */
record AggregatedDiscovery(Document core, Document named) {

    static AggregatedDiscovery of(RegistrySnapshot snapshot, String apiDomain) {
        var core = new ArrayList<Object>();
        var named = new ArrayList<Object>();
        for (ServedGroup group : snapshot.groups()) {
            (group.name().isEmpty() ? core : named).add(group(group));
        }
        return new AggregatedDiscovery(list(core, apiDomain), list(named, apiDomain));
    }

    private static Document list(List<Object> groups, String apiDomain) {
        var document = new LinkedHashMap<String, Object>();
        document.put("kind", "APIGroupDiscoveryList");
        document.put("apiVersion", "apidiscovery." + apiDomain + "/v2");
        document.put("metadata", Map.of());
        document.put("items", groups);
        return Document.of(document);
    }

    private static Map<String, Object> group(ServedGroup group) {
        var document = new LinkedHashMap<String, Object>();
        document.put("metadata", group.name().isEmpty() ? Map.of() : Map.of("name", group.name()));
        document.put("versions", group.versions().stream().map(AggregatedDiscovery::version).toList());
        return document;
    }

    private static Map<String, Object> version(ServedVersion version) {
        var document = new LinkedHashMap<String, Object>();
        document.put("version", version.name());
        document.put("resources", version.resources().stream().map(AggregatedDiscovery::resource).toList());
        document.put("freshness", "Current");
        return document;
    }

    private static Map<String, Object> resource(ServedResource resource) {
        ResourceDefinition definition = resource.definition();
        var document = new LinkedHashMap<String, Object>();
        document.put("resource", definition.plural());
        document.put("responseKind", kind(new GroupVersionKind("", "", definition.kind())));
        document.put("scope", definition.namespaced() ? "Namespaced" : "Cluster");
        document.put("singularResource", definition.singular());
        document.put("verbs", LegacyDiscovery.words(definition.verbs()));
        if (!definition.shortNames().isEmpty()) {
            document.put("shortNames", definition.shortNames());
        }
        if (!definition.categories().isEmpty()) {
            document.put("categories", definition.categories());
        }
        if (!definition.subresources().isEmpty()) {
            document.put("subresources", definition.subresources().stream()
                    .sorted(Comparator.comparing(SubresourceDefinition::name))
                    .map(AggregatedDiscovery::subresource)
                    .toList());
        }
        return document;
    }

    private static Map<String, Object> subresource(SubresourceDefinition subresource) {
        var document = new LinkedHashMap<String, Object>();
        document.put("subresource", subresource.name());
        document.put("responseKind", kind(subresource.kind()));
        document.put("verbs", LegacyDiscovery.words(subresource.verbs()));
        return document;
    }

    /** Returns a kind as all documents write it. */
    static Map<String, Object> kind(GroupVersionKind kind) {
        var document = new LinkedHashMap<String, Object>();
        document.put("group", kind.group());
        document.put("version", kind.version());
        document.put("kind", kind.kind());
        return document;
    }
}
