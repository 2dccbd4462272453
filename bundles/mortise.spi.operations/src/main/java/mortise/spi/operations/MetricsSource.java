package mortise.spi.operations;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What a bundle counts and measures, for {@code /metrics}. A bundle registers one as a service. Called on the thread of
 * a request, by any number of them at a time; returns within a second. Counting itself is the bundle's own affair.
 */
@ConsumerType
public interface MetricsSource {

    /** Returns the families as they are now. No two sources have a family of the same name. */
    List<MetricFamily> metrics();
}
