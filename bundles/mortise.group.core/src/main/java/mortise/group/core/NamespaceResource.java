package mortise.group.core;

import java.util.Set;
import mortise.api.GroupVersionKind;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;

/** Namespaces. */
final class NamespaceResource {

    private static final Set<Verb> VERBS =
            Set.of(Verb.CREATE, Verb.DELETE, Verb.GET, Verb.LIST, Verb.PATCH, Verb.UPDATE, Verb.WATCH);

    private NamespaceResource() {
    }

    static ResourceDefinition definition(String labelDomain) {
        var strategy = new NamespaceStrategy(labelDomain + "/metadata.name");
        return ResourceDefinition.named("namespaces", "namespace", "Namespace")
                .clusterScoped()
                .shortNames("ns")
                .version("v1")
                .verbs(VERBS)
                .status()
                .subresource(new SubresourceDefinition("finalize", new GroupVersionKind("", "", "Namespace"),
                        Set.of(Verb.UPDATE), new FinalizeStrategy()))
                .nameRule(NameRule.LABEL)
                .selectable("status.phase", Fields.at("status", "phase"))
                .strategy(strategy)
                .storageVersionHash("Q3oi5N2YM8M=")
                .build();
    }
}
