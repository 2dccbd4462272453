package mortise.spi.operations;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Takes what is recorded about requests. A bundle registers one as a service; every one gets every event. Called on the
 * thread of the request, or of a watch that ends, by many at a time. What may take long belongs on a thread of the
 * sink's own, behind a queue with a bound.
 */
@ConsumerType
public interface AuditSink {

    /**
     * Takes an event, which holds for good what it says.
     *
     * @return {@code false} when the event could not be taken and what it is about must not happen without it: the
     *     request is then refused, when it is not over yet. Losses that are to be borne return {@code true}.
     */
    boolean record(AuditEvent event);
}
