package mortise.ops.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class StatusPageTest {

    @Test
    void thePageTellsSinceWhenWhichVersionRuns() {
        String page = new StatusPage("1.2.3", Instant.parse("2026-01-31T10:00:00Z"),
                InstantSource.fixed(Instant.parse("2026-02-01T11:02:03Z"))).page();
        assertThat(page.lines()).contains("mortise statusz", "Started: Sat Jan 31 10:00:00 UTC 2026",
                "Up: 1 days 1 hr 02 min 03 sec", "Binary version: 1.2.3");
    }
}
