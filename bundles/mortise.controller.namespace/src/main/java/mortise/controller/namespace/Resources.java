package mortise.controller.namespace;

import java.util.List;
import java.util.Set;
import mortise.api.GroupVersion;
import mortise.spi.controller.Followed;
import mortise.spi.controller.ResourceEntry;
import mortise.spi.controller.ServedResources;

/** Which resources matter to the end of a namespace. */
final class Resources {

    static final GroupVersion V1 = new GroupVersion("", "v1");
    static final String NAMESPACES = "namespaces";
    /** Whether a namespace is going stands in its metadata. */
    static final Followed FOLLOWED = new Followed(V1, NAMESPACES, "", true);

    private static final Set<String> NEEDED = Set.of("delete", "list");

    private Resources() {
    }

    /** Returns what may be in a namespace and can be deleted, without pods. */
    static List<ResourceEntry> contents(ServedResources served) {
        return served.resources().stream().filter(Resources::isContent).filter(entry -> !isPods(entry)).toList();
    }

    /** Returns pods, in a list that is empty when they are not served. */
    static List<ResourceEntry> pods(ServedResources served) {
        return served.resources().stream().filter(Resources::isContent).filter(Resources::isPods).toList();
    }

    private static boolean isContent(ResourceEntry entry) {
        return entry.namespaced() && entry.verbs().containsAll(NEEDED);
    }

    static boolean isPods(ResourceEntry entry) {
        return entry.version().group().isEmpty() && entry.resource().equals("pods");
    }
}
