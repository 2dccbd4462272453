package mortise.group.events;

import static org.assertj.core.api.Assertions.assertThat;

import mortise.api.ApiObject;
import mortise.core.schema.Kinds;
import mortise.tck.group.RandomObjects;
import org.junit.jupiter.api.Test;

/** Conversion of events with any fields. */
final class EventConversionTest {

    private static final long SEED = 20_260_731;
    private static final int OBJECTS = 300;

    @Test
    void eventsLoseNothing() {
        var type = Kinds.load(EventsGroup.class).build().type("events.v1.Event");
        var random = new RandomObjects(SEED);
        var conversion = new EventConversion();
        for (int count = 0; count < OBJECTS; count++) {
            ApiObject event = random.object(type, "v", "Event");
            ApiObject before = event.deepCopy();
            conversion.toStored(event);
            conversion.fromStored(event);
            assertThat(event.tree()).as("%d of seed %d", count, SEED).isEqualTo(before.tree());
        }
    }
}
