package mortise.ops.health;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import mortise.spi.operations.Endpoint;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Serves {@code /statusz}: for people, since when which version runs. Programs should not read it. */
@Component(name = "mortise.ops.health.status", property = Endpoint.PATHS + "=/statusz")
public final class StatusPage implements Endpoint {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss 'UTC' yyyy", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int OK = 200;

    private final String version;
    private final Instant started;
    private final InstantSource clock;

    @Activate
    public StatusPage(BundleContext context) {
        this(context.getBundle().getVersion().toString(),
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()), InstantSource.system());
    }

    StatusPage(String version, Instant started, InstantSource clock) {
        this.version = version;
        this.started = started;
        this.clock = clock;
    }

    @Override
    public EndpointResponse get(EndpointRequest request) {
        return EndpointResponse.text(OK, page());
    }

    String page() {
        Duration up = Duration.between(started, clock.instant());
        return "\nmortise statusz\n"
                + "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility"
                + " guarantees and is for debugging purposes only.\n\n"
                + "Started: " + TIME.format(started) + "\n"
                + "Up: " + up.toDaysPart() + " days " + String.format(Locale.ROOT, "%d hr %02d min %02d sec",
                        up.toHoursPart(), up.toMinutesPart(), up.toSecondsPart()) + "\n"
                + "Java version: " + Runtime.version() + "\n"
                + "Binary version: " + version + "\n";
    }
}
