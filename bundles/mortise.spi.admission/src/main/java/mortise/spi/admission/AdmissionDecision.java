package mortise.spi.admission;

import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiStatus;

/** What an admission plug-in says about a write. */
public sealed interface AdmissionDecision {

    /**
     * The write goes on.
     *
     * @param warnings texts for the caller, each sent as a {@code Warning} header
     */
    record Admitted(List<String> warnings) implements AdmissionDecision {
        public Admitted {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * The write ends here.
     *
     * @param status what the caller is told
     */
    record Refused(ApiStatus status) implements AdmissionDecision {
    }

    /** The write goes on, and there is nothing to say about it. */
    AdmissionDecision ADMITTED = new Admitted(List.of());

    /**
     * Returns the refusal with 403 about the object of a write: {@code pods "x" is forbidden: why}. An object without a
     * name yet is called by the beginning of its name.
     */
    static AdmissionDecision forbidden(AdmissionRequest request, String why) {
        String name = request.name().isEmpty()
                ? request.object().map(object -> object.textAt("metadata", "generateName")).orElse("") : request.name();
        return new Refused(ApiException.forbidden(request.resource(), name, why).status());
    }

    /**
     * Returns the refusal with 400 of a dry run that would call something with side effects.
     *
     * @param what what would be called, for example {@code admission webhook "x.example.com"}
     */
    static AdmissionDecision noDryRun(String what) {
        return new Refused(ApiException.badRequest(what + " does not support dry run").status());
    }
}
