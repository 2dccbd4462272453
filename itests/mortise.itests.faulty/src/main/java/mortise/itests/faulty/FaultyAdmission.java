package mortise.itests.faulty;

import java.util.concurrent.CountDownLatch;
import mortise.spi.admission.AdmissionDecision;
import mortise.spi.admission.AdmissionProperties;
import mortise.spi.admission.AdmissionRequest;
import mortise.spi.admission.MutatingAdmission;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;

/** Does what the annotation {@code faulty} of an object says, and has side effects that no dry run may have. */
@Component(property = {
    MutatingAdmission.NAME + "=Faulty", AdmissionProperties.SIDE_EFFECTS + "=" + AdmissionProperties.SOME})
public final class FaultyAdmission implements MutatingAdmission {

    @Override
    @SuppressWarnings("NullAway") // That is the fault.
    public @Nullable AdmissionDecision admit(AdmissionRequest request) {
        String fault = request.object().map(object -> object.textAt("metadata", "annotations", "faulty")).orElse("");
        return switch (fault) {
            case "throw" -> throw new IllegalStateException("asked to throw");
            case "null" -> null;
            case "hang" -> hang();
            default -> AdmissionDecision.ADMITTED;
        };
    }

    /** Never answers by itself. */
    private static AdmissionDecision hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException late) {
            Thread.currentThread().interrupt();
        }
        return AdmissionDecision.ADMITTED;
    }
}
