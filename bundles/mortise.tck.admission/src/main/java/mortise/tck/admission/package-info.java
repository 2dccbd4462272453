/**
 * What every admission plug-in has to do: extend {@link mortise.tck.admission.MutatingAdmissionContract} or
 * {@link mortise.tck.admission.ValidatingAdmissionContract}.
 */
@Export
@Version("0.2.0")
@NullMarked
package mortise.tck.admission;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
