package mortise.spi.operations;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Paths that are not resources, for example {@code /livez} or {@code /version}. A bundle registers one as a service
 * with the property {@value #PATHS}. Requests have passed authentication and authorization. Called on the thread of the
 * request, which it may block; it may throw {@link mortise.api.ApiException}.
 */
@ConsumerType
public interface Endpoint {

    /** Service property, texts: paths it serves; {@code /livez} is that path alone, {@code /livez/*} all below it. */
    String PATHS = "mortise.endpoint.paths";

    /** Answers a GET or HEAD request. Never returns {@code null}. */
    EndpointResponse get(EndpointRequest request);
}
