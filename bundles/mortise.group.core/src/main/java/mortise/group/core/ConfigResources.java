package mortise.group.core;

import java.util.Set;
import mortise.api.GroupVersionKind;
import mortise.core.schema.Kinds;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.SubresourceBehavior;
import mortise.spi.group.SubresourceDefinition;
import mortise.spi.group.Verb;
import mortise.spi.group.WriteRule;

/** What configures others: config maps, secrets, service accounts, limits and quotas. */
final class ConfigResources {

    private ConfigResources() {
    }

    static ResourceDefinition configMaps(Kinds kinds) {
        return kinds.resource("configmaps").strategy(new DataStrategy()).build();
    }

    static ResourceDefinition secrets(Kinds kinds, String labelDomain) {
        return kinds.resource("secrets").strategy(new SecretStrategy(labelDomain)).build();
    }

    static ResourceDefinition serviceAccounts(Kinds kinds, TokenAction tokens, String group) {
        return kinds.resource("serviceaccounts")
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new ServiceAccountStrategy())
                .subresource(new SubresourceDefinition("token", new GroupVersionKind(group, "v1", "TokenRequest"),
                        Set.of(Verb.CREATE), new SubresourceBehavior.Action(
                                tokens, kinds.schema("authentication.v1.TokenRequest"))))
                .build();
    }

    static ResourceDefinition limitRanges(Kinds kinds) {
        return kinds.resource("limitranges")
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .strategy(new LimitRangeStrategy())
                .build();
    }

    static ResourceDefinition resourceQuotas(Kinds kinds) {
        return kinds.resource("resourcequotas")
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new ResourceQuotaStrategy())
                .subresource(SubresourceDefinition.status(
                        "ResourceQuota", new CheckedStatus(ResourceQuotaStrategy::validateStatus)))
                .build();
    }
}
