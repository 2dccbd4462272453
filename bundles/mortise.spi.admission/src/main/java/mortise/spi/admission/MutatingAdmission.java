package mortise.spi.admission;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Changes or refuses objects before they are checked and stored. A bundle registers one as a service with the
 * properties of {@link AdmissionProperties}; the core calls all that are switched on, in the order of
 * kube-apiserver's list, on the thread of the request, which they may block. Doing it twice must be the same as once,
 * because a later plug-in's change may call it again.
 */
@ConsumerType
public interface MutatingAdmission {

    /** Service property: see {@link AdmissionProperties#NAME}. */
    String NAME = AdmissionProperties.NAME;

    /** Looks at a write and may change {@code request.object()}. Never returns {@code null}. */
    AdmissionDecision admit(AdmissionRequest request);
}
