package mortise.group.events;

import java.time.Duration;
import java.util.List;
import mortise.api.GoDuration;
import mortise.api.GroupVersionKind;
import mortise.core.schema.Kinds;
import mortise.spi.group.ApiGroup;
import mortise.spi.group.ResourceDefinition;
import mortise.spi.group.WriteRule;
import mortise.spi.operations.ServerNames;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;

/** The group {@code events.<api domain>}: the events of the core group, with clearer names. Both are stored as one. */
@Component(name = "mortise.group.events")
@Designate(ocd = EventsConfig.class)
public final class EventsGroup implements ApiGroup {

    private final String name;
    private final List<ResourceDefinition> resources;

    /**
     * Makes the group.
     *
     * @throws IllegalArgumentException when a setting is wrong, with its name
     */
    @Activate
    public EventsGroup(@Reference ServerNames names, EventsConfig config) {
        this(names, GoDuration.setting("event.ttl", config.event_ttl()));
    }

    /** Makes the group for whatever works without OSGi, with the usual lifetime. */
    public EventsGroup(ServerNames names) {
        this(names, Duration.ofHours(1));
    }

    private EventsGroup(ServerNames names, Duration lifetime) {
        name = names.group("events");
        resources = List.of(Kinds.load(EventsGroup.class)
                .conversion("events", "v1", new EventConversion())
                .build().resource("events")
                .storedUnder("events")
                .storedAs(new GroupVersionKind("", "v1", "Event"))
                .writeRules(WriteRule.CREATE_ON_UPDATE)
                .strategy(new EventStrategy())
                .lifetime(lifetime)
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
