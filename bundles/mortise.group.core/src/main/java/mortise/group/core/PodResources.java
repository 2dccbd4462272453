package mortise.group.core;

import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;

/** Pods, templates of pods, and the oldest way to have several. */
final class PodResources {

    private PodResources() {
    }

    static ResourceDefinition pods() {
        return ResourceDefinition.named("pods", "pod", "Pod")
                .shortNames("po")
                .categories("all")
                .version("v1")
                .status()
                .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.DELETE_RETURNS_OBJECT)
                .selectable("spec.nodeName", Fields.at("spec", "nodeName"))
                .selectable("spec.host", Fields.at("spec", "nodeName"))
                .selectable("spec.restartPolicy", Fields.or("Always", "spec", "restartPolicy"))
                .selectable("spec.schedulerName", Fields.or("default-scheduler", "spec", "schedulerName"))
                .selectable("spec.serviceAccountName", Fields.at("spec", "serviceAccountName"))
                .selectable("spec.hostNetwork", Fields.or("false", "spec", "hostNetwork"))
                .selectable("status.phase", Fields.at("status", "phase"))
                .selectable("status.podIP", Fields.at("status", "podIP"))
                .selectable("status.podIPs", pod -> "")
                .selectable("status.nominatedNodeName", Fields.at("status", "nominatedNodeName"))
                .strategy(new PodStrategy())
                .storageVersionHash("xPOwRZ+Yhw8=")
                .build();
    }

    static ResourceDefinition podTemplates() {
        return ResourceDefinition.named("podtemplates", "podtemplate", "PodTemplate")
                .version("v1")
                .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.DELETE_RETURNS_OBJECT)
                .storageVersionHash("LIXB2x4IFpk=")
                .build();
    }

    static ResourceDefinition replicationControllers() {
        return ResourceDefinition.named("replicationcontrollers", "replicationcontroller", "ReplicationController")
                .shortNames("rc")
                .categories("all")
                .version("v1")
                .status()
                .storedUnder("controllers")
                .writeRules(WriteRule.COUNTS_GENERATION, WriteRule.ORPHANS_DEPENDENTS)
                .selectable("status.replicas", Fields.or("0", "status", "replicas"))
                .storageVersionHash("Jond2If31h0=")
                .build();
    }
}
