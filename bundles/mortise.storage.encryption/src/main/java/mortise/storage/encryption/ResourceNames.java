package mortise.storage.encryption;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import mortise.api.GroupResource;

/** Reads the names in {@code resources}: {@code secrets}, {@code deployments.apps}, {@code *.apps}, {@code *.}. */
final class ResourceNames {

    private static final Set<String> WITHOUT_API =
            Set.of("apiserveripinfo", "serviceipallocations", "servicenodeportallocations");

    private ResourceNames() {
    }

    /**
     * Returns what the names stand for.
     *
     * @throws IllegalArgumentException when one is not allowed, there twice, or covered by another
     */
    static List<GroupResource> read(List<ConfigNode> names) {
        var resources = new ArrayList<GroupResource>();
        var seen = new HashSet<GroupResource>();
        for (ConfigNode name : names) {
            GroupResource resource = resource(name);
            if (!seen.add(resource)) {
                throw name.invalid(name.text(), "the same resource cannot be specified multiple times");
            }
            resources.add(resource);
        }
        for (int i = 0; i < resources.size(); i++) {
            if (covered(resources.get(i), seen)) {
                throw names.get(i).invalid(names.get(i).text(), "using overlapping resources such as 'secrets' and '*.'"
                        + " in the same resource list is not allowed as they will be masked");
            }
        }
        return resources;
    }

    private static boolean covered(GroupResource resource, Set<GroupResource> all) {
        var everything = new GroupResource(EncryptionRules.ANY, EncryptionRules.ANY);
        var group = new GroupResource(resource.group(), EncryptionRules.ANY);
        return all.contains(everything) && !resource.equals(everything)
                || all.contains(group) && !resource.equals(group);
    }

    private static GroupResource resource(ConfigNode node) {
        String name = node.text();
        int dot = name.indexOf('.');
        var resource = new GroupResource(dot < 0 ? "" : name.substring(dot + 1),
                dot < 0 ? name : name.substring(0, dot));
        String problem = problem(name, resource);
        if (!problem.isEmpty()) {
            throw node.invalid(name, problem);
        }
        return resource;
    }

    private static String problem(String name, GroupResource resource) {
        boolean any = resource.resource().equals(EncryptionRules.ANY);
        if (resource.resource().isEmpty()) {
            return "resource name should not be empty";
        }
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            return "resource name should not contain capital letters";
        }
        if (name.equals(EncryptionRules.ANY)) {
            return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
        }
        if (resource.group().equals("extensions")) {
            return "'extensions' group has been removed and cannot be used for encryption";
        }
        if (resource.group().equals("events.k8s.io")) {
            return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in"
                    + " the config file";
        }
        if (resource.group().equals(EncryptionRules.ANY) && !any) {
            return "encrypting the same resource across groups is not supported";
        }
        return WITHOUT_API.contains(name) ? "resources which do not have REST API/s cannot be encrypted" : "";
    }
}
