package mortise.spi.admission;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Changes or refuses objects before they are checked and stored. A bundle registers one as a service; the core calls
 * all of them in the order of their {@code service.ranking}, highest first, on the thread of the request, which they
 * may block. Doing it twice must be the same as once, because a later plug-in's change may call it again.
 */
@ConsumerType
public interface MutatingAdmission {

    /** Service property: name of the plug-in as kube-apiserver has it, for example {@code LimitRanger}. */
    String NAME = "mortise.admission.name";

    /** Looks at a write and may change {@code request.object()}. Never returns {@code null}. */
    AdmissionDecision admit(AdmissionRequest request);
}
