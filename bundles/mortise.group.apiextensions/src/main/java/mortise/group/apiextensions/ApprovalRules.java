package mortise.group.apiextensions;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import org.jspecify.annotations.Nullable;

/** Groups of the Kubernetes community belong to it: who defines resources in one says where that was agreed on. */
final class ApprovalRules {

    private static final String ANNOTATION = "api-approved.kubernetes.io";
    private static final String SEE = "see https://github.com/kubernetes/enhancements/pull/1111";

    /** What the annotation says. */
    private enum Approval { MISSING, INVALID, BYPASSED, APPROVED }

    private ApprovalRules() {
    }

    static void validate(ApiObject object, Optional<ApiObject> old, List<FieldError> errors) {
        String group = "." + object.textAt("spec", "group");
        if (!group.endsWith(".k8s.io") && !group.endsWith(".kubernetes.io")) {
            return;
        }
        String text = annotation(object);
        Approval approval = approval(text);
        if (old.isPresent() && approval(annotation(old.get())) == approval) {
            return;
        }
        FieldPath path = FieldPath.of("metadata", "annotations").key(ANNOTATION);
        String rule = "protected groups must have approval annotation \"" + ANNOTATION + "\"";
        if (approval == Approval.MISSING) {
            errors.add(FieldError.required(path, rule + ", " + SEE));
        } else if (approval == Approval.INVALID) {
            errors.add(FieldError.invalid(path, text,
                    rule + " with either a URL or a reason starting with \"unapproved\", " + SEE));
        }
    }

    private static @Nullable String annotation(ApiObject object) {
        return object.metadata().annotations().get(ANNOTATION);
    }

    private static Approval approval(@Nullable String annotation) {
        if (annotation == null || annotation.isEmpty()) {
            return Approval.MISSING;
        }
        if (annotation.startsWith("unapproved")) {
            return Approval.BYPASSED;
        }
        try {
            var url = new URI(annotation);
            return url.getScheme() != null && url.getHost() != null ? Approval.APPROVED : Approval.INVALID;
        } catch (URISyntaxException noUrl) {
            return Approval.INVALID;
        }
    }
}
