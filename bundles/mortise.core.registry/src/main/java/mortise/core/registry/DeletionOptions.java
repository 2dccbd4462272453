package mortise.core.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.GroupVersionKind;
import org.jspecify.annotations.Nullable;

/** The rules of the options of a deletion, and their form as an object. Pure. */
final class DeletionOptions {

    private static final GroupVersionKind KIND = new GroupVersionKind("meta.k8s.io", "v1", "DeleteOptions");
    private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan");
    private static final String IGNORE = "ignoreStoreReadErrorWithClusterBreakingPotential";

    private DeletionOptions() {
    }

    /**
     * Checks what goes together.
     *
     * @throws ApiException 422
     */
    static void check(DeleteOptions options) {
        FieldPath policy = FieldPath.of("propagationPolicy");
        if (options.propagationPolicy().isEmpty()) {
            return;
        }
        String value = options.propagationPolicy().get();
        if (options.orphanDependents().isPresent()) {
            throw invalid(List.of(FieldError.invalid(policy, value,
                    "orphanDependents and deletionPropagation cannot be both set")));
        }
        if (!POLICIES.contains(value)) {
            List<String> shown = new ArrayList<>(POLICIES);
            shown.add("nil");
            throw invalid(List.of(FieldError.notSupported(policy, value, shown)));
        }
    }

    /**
     * Checks that a deletion of what cannot be read says nothing else.
     *
     * @throws ApiException 422
     */
    static void checkAlone(DeleteOptions options) {
        var errors = new ArrayList<FieldError>();
        together(errors, options.dryRun(), "dryRun");
        together(errors, options.propagationPolicy().isPresent(), "propagationPolicy");
        together(errors, options.orphanDependents().isPresent(), "orphanDependents");
        together(errors, options.gracePeriodSeconds().isPresent(), "gracePeriodSeconds");
        together(errors, options.preconditionUid().isPresent() || options.preconditionResourceVersion().isPresent(),
                "preconditions");
        if (!errors.isEmpty()) {
            throw invalid(errors);
        }
    }

    private static void together(List<FieldError> errors, boolean set, String field) {
        if (set) {
            errors.add(ignoring("cannot be set together with ." + field));
        }
    }

    /** Returns what is wrong with asking for a deletion of what cannot be read. */
    static FieldError ignoring(String why) {
        return FieldError.invalid(FieldPath.of(IGNORE), true, why);
    }

    static ApiException invalid(List<FieldError> errors) {
        return ApiException.invalid(KIND, "", errors);
    }

    /** Returns the options as the API has them. */
    static ApiObject toObject(DeleteOptions options) {
        var object = ApiObject.ofKind(KIND);
        Map<String, @Nullable Object> tree = object.tree();
        options.gracePeriodSeconds().ifPresent(seconds -> tree.put("gracePeriodSeconds", seconds));
        Map<String, @Nullable Object> preconditions = new LinkedHashMap<>();
        options.preconditionUid().ifPresent(uid -> preconditions.put("uid", uid));
        options.preconditionResourceVersion().ifPresent(version -> preconditions.put("resourceVersion", version));
        if (!preconditions.isEmpty()) {
            tree.put("preconditions", preconditions);
        }
        options.orphanDependents().ifPresent(orphan -> tree.put("orphanDependents", orphan));
        options.propagationPolicy().ifPresent(policy -> tree.put("propagationPolicy", policy));
        if (options.dryRun()) {
            tree.put("dryRun", new ArrayList<>(List.of("All")));
        }
        return object;
    }
}
