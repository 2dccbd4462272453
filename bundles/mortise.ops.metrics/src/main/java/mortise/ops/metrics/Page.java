package mortise.ops.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mortise.spi.operations.EndpointRequest;
import mortise.spi.operations.EndpointResponse;
import mortise.spi.operations.MetricFamily;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Families as text, in the form that the client asks for. */
final class Page {

    private static final Logger LOG = LoggerFactory.getLogger(Page.class);
    private static final int OK = 200;

    private Page() {
    }

    /** Returns the page; a family that no reader would take, or that comes twice, is left out. */
    static EndpointResponse of(List<MetricFamily> families, EndpointRequest request) {
        Map<String, MetricSnapshot> snapshots = new LinkedHashMap<>();
        Map<String, MetricSnapshot> bare = new TreeMap<>();
        boolean open = request.header("accept").contains("application/openmetrics-text");
        for (MetricFamily family : families) {
            try {
                MetricSnapshot snapshot = Snapshots.of(family);
                Map<String, MetricSnapshot> kind = Snapshots.bare(family) && !open ? bare : snapshots;
                MetricSnapshot other = kind.putIfAbsent(snapshot.getMetadata().getName(), snapshot);
                if (other != null) {
                    LOG.debug("The family {} comes twice", family.name());
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
                LOG.debug("The family {} is malformed: {}", family.name(), malformed.getMessage());
            }
        }
        ExpositionFormatWriter writer =
                open ? OpenMetricsTextFormatWriter.create() : PrometheusTextFormatWriter.create();
        var body = new ByteArrayOutputStream();
        try {
            writer.write(body, new MetricSnapshots(snapshots.values()));
            for (MetricSnapshot one : bare.values()) {
                body.writeBytes(bare(writer, one));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new EndpointResponse(OK, writer.getContentType(), Map.of("X-Content-Type-Options", "nosniff"),
                body.toByteArray());
    }

    /** Returns the lines of a counter whose name does not end as the library would have it. */
    private static byte[] bare(ExpositionFormatWriter writer, MetricSnapshot counter) throws IOException {
        var lines = new ByteArrayOutputStream();
        writer.write(lines, new MetricSnapshots(counter));
        String name = counter.getMetadata().getName();
        return lines.toString(StandardCharsets.UTF_8)
                .replaceAll("(?m)^(# (?:HELP|TYPE) )?" + name + "_total", "$1" + name)
                .getBytes(StandardCharsets.UTF_8);
    }
}
