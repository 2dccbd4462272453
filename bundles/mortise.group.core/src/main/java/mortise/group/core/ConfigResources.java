package mortise.group.core;

import mortise.core.schema.Kinds;
import mortise.spi.group.ResourceDefinition;
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

    static ResourceDefinition serviceAccounts(Kinds kinds) {
        return kinds.resource("serviceaccounts")
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new ServiceAccountStrategy())
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
                .subresource(CheckedStatus.subresource("ResourceQuota",
                        new CheckedStatus("ResourceQuota", ResourceQuotaStrategy::validateStatus)))
                .build();
    }
}
