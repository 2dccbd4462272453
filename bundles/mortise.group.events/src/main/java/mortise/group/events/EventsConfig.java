package mortise.group.events;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** How long events stay. */
@ObjectClassDefinition(name = "Events", description = "How long events stay.")
public @interface EventsConfig {

    /** How long events stay, as a duration. */
    @AttributeDefinition(name = "event.ttl", description = "How long events stay after they were last written, such as"
            + " 1h; 0 for ever.")
    String event_ttl() default "1h";
}
