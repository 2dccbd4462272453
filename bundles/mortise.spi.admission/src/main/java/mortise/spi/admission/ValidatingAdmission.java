package mortise.spi.admission;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Refuses objects that are complete and valid but not wanted. A bundle registers one as a service with the properties
 * of {@link AdmissionProperties}; the core calls all that are switched on after every mutating plug-in and the schema,
 * on the thread of the request, which they may block.
 */
@ConsumerType
public interface ValidatingAdmission {

    /** Service property: see {@link AdmissionProperties#NAME}. */
    String NAME = AdmissionProperties.NAME;

    /** Looks at a write and changes nothing. Never returns {@code null}. */
    AdmissionDecision validate(AdmissionRequest request);
}
