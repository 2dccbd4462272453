package mortise.group.core;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import mortise.api.ApiObject;
import mortise.core.schema.Kinds;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;

/** What happened, and how the cluster is. */
final class EventResources {

    private EventResources() {
    }

    static ResourceDefinition events(Kinds kinds, Duration lifetime) {
        return kinds.resource("events")
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .selectable("reportingComponent", Fields.at("reportingComponent"))
                .selectable("source", EventResources::source)
                .strategy(new EventStrategy())
                .lifetime(lifetime)
                .build();
    }

    /** Older reporters name themselves in the source, newer ones as the reporting component. */
    private static String source(ApiObject event) {
        String component = event.textAt("source", "component");
        return component.isEmpty() ? event.textAt("reportingComponent") : component;
    }

    static ResourceDefinition componentStatuses(Kinds kinds, Supplier<Optional<String>> storeFailure) {
        return kinds.resource("componentstatuses").virtual(new ComponentStatuses(storeFailure)).build();
    }
}
