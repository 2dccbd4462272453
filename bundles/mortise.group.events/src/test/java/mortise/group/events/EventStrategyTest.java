package mortise.group.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import mortise.api.ApiObject;
import mortise.tck.group.GroupSamples;
import org.junit.jupiter.api.Test;

final class EventStrategyTest {

    private static final String OLDER =
            "{'metadata': {'name': 'x', 'namespace': 'default'}, 'involvedObject': {'namespace': 'default'},"
            + " 'count': 3, 'firstTimestamp': '2026-01-01T00:00:00Z'}";

    @Test
    void whatAnOlderReporterLeftOutMayStayOutWhenTheEventIsChanged() {
        ApiObject event = GroupSamples.raw(OLDER);
        ApiObject labelled = event.deepCopy();
        labelled.metadata().setLabel("a", "b");
        var strategy = new EventStrategy();
        assertThat(strategy.validate(labelled, Optional.of(event))).isEmpty();
        assertThat(GroupSamples.texts(strategy.validate(event, Optional.empty())))
                .contains("eventTime: Required value", "count: Invalid value: 3: needs to be unset");
    }
}
