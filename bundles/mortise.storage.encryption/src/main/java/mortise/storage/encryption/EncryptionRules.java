package mortise.storage.encryption;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mortise.api.GroupResource;

/** What the file says: which chain is for which resource. Immutable. */
final class EncryptionRules {

    static final String ANY = "*";

    private final Map<GroupResource, ProviderChain> chains;

    private EncryptionRules(Map<GroupResource, ProviderChain> chains) {
        this.chains = chains;
    }

    /**
     * One entry of {@code resources}.
     *
     * @param resources what it is for; {@code *} stands for all resources of a group, or all groups
     * @param providers at least one
     */
    record Rule(List<GroupResource> resources, List<Provider> providers) {
    }

    /** Makes the rules of the file's entries. An earlier entry for all of a group or of everything hides later ones. */
    static EncryptionRules of(List<Rule> rules) {
        Map<GroupResource, List<Provider>> byResource = new LinkedHashMap<>();
        for (Rule rule : rules) {
            for (GroupResource resource : rule.resources()) {
                if (!hidden(byResource, resource)) {
                    byResource.merge(resource, rule.providers(), EncryptionRules::joined);
                }
            }
        }
        Map<GroupResource, ProviderChain> chains = new LinkedHashMap<>();
        byResource.forEach((resource, providers) -> chains.put(resource, new ProviderChain(providers)));
        return new EncryptionRules(Map.copyOf(chains));
    }

    private static boolean hidden(Map<GroupResource, List<Provider>> earlier, GroupResource resource) {
        return earlier.containsKey(new GroupResource(resource.group(), ANY))
                || earlier.containsKey(new GroupResource(ANY, ANY));
    }

    private static List<Provider> joined(List<Provider> earlier, List<Provider> later) {
        return Stream.concat(earlier.stream(), later.stream()).toList();
    }

    /** Returns the chain of a resource; {@link ProviderChain#PLAIN} when no entry is for it. */
    ProviderChain chainOf(GroupResource resource) {
        ProviderChain chain = chains.get(resource);
        if (chain == null) {
            chain = chains.get(new GroupResource(resource.group(), ANY));
        }
        if (chain == null) {
            chain = chains.get(new GroupResource(ANY, ANY));
        }
        return chain == null ? ProviderChain.PLAIN : chain;
    }
}
