package mortise.ops.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        for (MetricFamily family : families) {
            try {
                MetricSnapshot snapshot = Snapshots.of(family);
                MetricSnapshot other = snapshots.putIfAbsent(snapshot.getMetadata().getName(), snapshot);
                if (other != null) {
                    LOG.debug("The family {} comes twice", family.name());
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
                LOG.debug("The family {} is malformed: {}", family.name(), malformed.getMessage());
            }
        }
        ExpositionFormatWriter writer = request.header("accept").contains("application/openmetrics-text")
                ? OpenMetricsTextFormatWriter.create() : PrometheusTextFormatWriter.create();
        var body = new ByteArrayOutputStream();
        try {
            writer.write(body, new MetricSnapshots(snapshots.values()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new EndpointResponse(OK, writer.getContentType(), Map.of("X-Content-Type-Options", "nosniff"),
                body.toByteArray());
    }
}
