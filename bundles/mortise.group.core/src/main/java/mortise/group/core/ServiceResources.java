package mortise.group.core;

import mortise.spi.group.NameRule;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;

/** Services and their endpoints. */
final class ServiceResources {

    private ServiceResources() {
    }

    static ResourceDefinition services() {
        return ResourceDefinition.named("services", "service", "Service")
                .shortNames("svc")
                .categories("all")
                .version("v1")
                .status()
                .storedUnder("services/specs")
                .nameRule(NameRule.LABEL)
                .writeRules(WriteRule.CREATE_ON_UPDATE, WriteRule.DELETE_RETURNS_OBJECT)
                .selectable("spec.clusterIP", Fields.at("spec", "clusterIP"))
                .selectable("spec.type", Fields.at("spec", "type"))
                .storageVersionHash("0/CO1lhkEBI=")
                .build();
    }

    static ResourceDefinition endpoints() {
        return ResourceDefinition.named("endpoints", "endpoints", "Endpoints")
                .shortNames("ep")
                .version("v1")
                .storedUnder("services/endpoints")
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .storageVersionHash("fWeeMqaN/OA=")
                .build();
    }
}
