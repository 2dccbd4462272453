package mortise.group.core;

import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceVersion;
import mortise.spi.group.WriteRule;

/** What configures others: config maps, secrets, service accounts, limits and quotas. */
final class ConfigResources {

    private ConfigResources() {
    }

    static ResourceDefinition configMaps() {
        return ResourceDefinition.named("configmaps", "configmap", "ConfigMap")
                .shortNames("cm")
                .version(new ResourceVersion("v1", true, DataSchema.CONFIG_MAP))
                .strategy(new DataStrategy())
                .storageVersionHash("qFsyl6wFWjQ=")
                .build();
    }

    static ResourceDefinition secrets() {
        return ResourceDefinition.named("secrets", "secret", "Secret")
                .version(new ResourceVersion("v1", true, DataSchema.SECRET))
                .selectable("type", Fields.at("type"))
                .strategy(new SecretStrategy())
                .storageVersionHash("S6u1pOWzb84=")
                .build();
    }

    static ResourceDefinition serviceAccounts() {
        return ResourceDefinition.named("serviceaccounts", "serviceaccount", "ServiceAccount")
                .shortNames("sa")
                .version("v1")
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .storageVersionHash("pbx9ZvyFpBE=")
                .build();
    }

    static ResourceDefinition limitRanges() {
        return ResourceDefinition.named("limitranges", "limitrange", "LimitRange")
                .shortNames("limits")
                .version("v1")
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .storageVersionHash("EBKMFVe6cwo=")
                .build();
    }

    static ResourceDefinition resourceQuotas() {
        return ResourceDefinition.named("resourcequotas", "resourcequota", "ResourceQuota")
                .shortNames("quota")
                .version("v1")
                .status()
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .storageVersionHash("8uhSgffRX6w=")
                .build();
    }
}
