package mortise.group.core;

import mortise.api.ApiObject;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.ResourceStrategy;
import mortise.spi.group.WriteRule;

/** Nodes, the volumes on them, and what happened. */
final class NodeResources {

    private NodeResources() {
    }

    static ResourceDefinition nodes() {
        return ResourceDefinition.named("nodes", "node", "Node")
                .clusterScoped()
                .shortNames("no")
                .version("v1")
                .status()
                .storedUnder("minions")
                .writeRules(WriteRule.CREATE_KEEPS_STATUS)
                .selectable("spec.unschedulable", Fields.or("false", "spec", "unschedulable"))
                .storageVersionHash("XwShjMxG9Fs=")
                .build();
    }

    static ResourceDefinition persistentVolumes() {
        return ResourceDefinition.named("persistentvolumes", "persistentvolume", "PersistentVolume")
                .clusterScoped()
                .shortNames("pv")
                .version("v1")
                .status()
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new PendingStrategy())
                .storageVersionHash("HN/zwEC+JgM=")
                .build();
    }

    static ResourceDefinition persistentVolumeClaims() {
        return ResourceDefinition.named("persistentvolumeclaims", "persistentvolumeclaim", "PersistentVolumeClaim")
                .shortNames("pvc")
                .version("v1")
                .status()
                .writeRules(WriteRule.DELETE_RETURNS_OBJECT)
                .strategy(new PendingStrategy())
                .storageVersionHash("QWTyNDq0dC4=")
                .build();
    }

    static ResourceDefinition events() {
        var events = ResourceDefinition.named("events", "event", "Event")
                .shortNames("ev")
                .version("v1")
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .storageVersionHash("r2yiGXH7wu8=");
        for (String field : new String[] {
            "kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"}) {
            events.selectable("involvedObject." + field, Fields.at("involvedObject", field));
        }
        return events
                .selectable("reason", Fields.at("reason"))
                .selectable("reportingComponent", Fields.at("reportingComponent"))
                .selectable("source", NodeResources::source)
                .selectable("type", Fields.at("type"))
                .build();
    }

    /** Older reporters name themselves in the source, newer ones as the reporting component. */
    private static String source(ApiObject event) {
        String component = event.textAt("source", "component");
        return component.isEmpty() ? event.textAt("reportingComponent") : component;
    }

    /** A volume or claim that nobody has bound yet. */
    private static final class PendingStrategy implements ResourceStrategy {

        @Override
        public void prepareForCreate(ApiObject object) {
            object.structAt("status").put("phase", "Pending");
        }
    }
}
