package mortise.itests.clients;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A kind of objects as discovery lists it.
 *
 * @param group the empty text for the core group
 */
record Kind(String group, String version, String plural, String name, boolean namespaced, Set<String> verbs) {

    /** The namespace that all namespaced samples stand in. */
    static final String NAMESPACE = "clients";

    /** All kinds of the server, from the documents of each group version, without subresources. */
    static List<Kind> discovered(KubernetesClient client) {
        var kinds = new ArrayList<Kind>();
        addAll("", "v1", client, kinds);
        for (JsonNode group : Json.read(client.raw("/apis")).path("groups")) {
            for (JsonNode version : group.path("versions")) {
                addAll(group.path("name").asText(), version.path("version").asText(), client, kinds);
            }
        }
        return kinds;
    }

    /** Those kinds whose objects are stored. */
    static List<Kind> stored(KubernetesClient client) {
        return discovered(client).stream()
                .filter(kind -> kind.verbs().containsAll(List.of("create", "list", "watch")))
                .toList();
    }

    private static void addAll(String group, String version, KubernetesClient client, List<Kind> kinds) {
        String path = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
        for (JsonNode resource : Json.read(client.raw(path)).path("resources")) {
            String plural = resource.path("name").asText();
            if (!plural.contains("/")) {
                var verbs = new TreeSet<String>();
                resource.path("verbs").forEach(verb -> verbs.add(verb.asText()));
                kinds.add(new Kind(group, version, plural, resource.path("kind").asText(),
                        resource.path("namespaced").asBoolean(), verbs));
            }
        }
    }

    String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** The path of the collection, for namespaced kinds that of the namespace of the samples. */
    String path() {
        String root = group.isEmpty() ? "/api/" : "/apis/";
        return root + apiVersion() + (namespaced ? "/namespaces/" + NAMESPACE : "") + "/" + plural;
    }

    @Override
    public String toString() {
        return apiVersion() + " " + name;
    }
}
