package mortise.spi.operations;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Says what is recorded about which requests. A bundle registers one as a service; of several the one with the highest
 * ranking is asked. Without any, nothing is recorded. Called on the thread of each request; never blocks.
 */
@ConsumerType
public interface AuditPolicy {

    /** Returns what to record about a request. Never returns {@code null}; the request fails when this throws. */
    AuditRule rule(AuditedRequest request);
}
