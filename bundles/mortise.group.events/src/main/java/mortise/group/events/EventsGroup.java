package mortise.group.events;

import java.util.List;
import mortise.api.GroupVersionKind;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The group {@code events.<api domain>}: the events of the core group, with clearer names. Both are stored as one. */
@Component
public final class EventsGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    @Activate
    public EventsGroup(@Reference ServerNames names) {
        name = names.group("events");
        resources = List.of(Kinds.load(EventsGroup.class)
                .conversion("events", "v1", new EventConversion())
                .build().resource("events")
                .storedUnder("events")
                .storedAs(new GroupVersionKind("", "v1", "Event"))
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .strategy(new EventStrategy())
                .build());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<ResourceDefinition> resources() {
        return resources;
    }
}
