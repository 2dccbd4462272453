package mortise.spi.admission;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Refuses objects that are complete and valid but not wanted. A bundle registers one as a service; the core calls all
 * of them after every mutating plug-in and the schema, on the thread of the request, which they may block.
 */
@ConsumerType
public interface ValidatingAdmission {

    /** Service property: name of the plug-in as kube-apiserver has it, for example {@code LimitRanger}. */
    String NAME = "mortise.admission.name";

    /** Looks at a write and changes nothing. Never returns {@code null}. */
    AdmissionDecision validate(AdmissionRequest request);
}
