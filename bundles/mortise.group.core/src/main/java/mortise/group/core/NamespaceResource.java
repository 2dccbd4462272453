package mortise.group.core;

import java.util.Set;
import mortise.api.GroupVersionKind;
import mortise.core.schema.Kinds;
import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;

/** Namespaces. */
final class NamespaceResource {

    private NamespaceResource() {
    }

    static ResourceDefinition definition(Kinds kinds, String labelDomain) {
        return kinds.resource("namespaces")
                .subresource(SubresourceDefinition.status("Namespace", new NamespaceStatusStrategy()))
                .subresource(new SubresourceDefinition("finalize", new GroupVersionKind("", "", "Namespace"),
                        Set.of(Verb.UPDATE), new FinalizeStrategy()))
                .nameRule(NameRule.LABEL)
                .strategy(new NamespaceStrategy(NamespaceStrategy.nameLabel(labelDomain)))
                .build();
    }
}
