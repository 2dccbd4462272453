package mortise.core.registry;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import mortise.api.ApiException;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.api.FieldSelector;
import mortise.api.GroupVersionKind;
import mortise.spi.group.ResourceDefinition;

/** Which query parameters of lists and watches go together. Pure. */
final class ListRules {

    static final String EXACT = "Exact";
    static final String NOT_OLDER_THAN = "NotOlderThan";

    private static final GroupVersionKind KIND = new GroupVersionKind("meta.k8s.io", "v1", "ListOptions");
    private static final FieldPath MATCH = FieldPath.of("resourceVersionMatch");
    private static final FieldPath INITIAL_EVENTS = FieldPath.of("sendInitialEvents");
    private static final String NAME = "metadata.name";
    private static final String NAMESPACE = "metadata.namespace";

    private ListRules() {
    }

    /**
     * Refuses combinations that mean nothing.
     *
     * @param watchList whether watches may ask for the initial state
     * @throws ApiException 422 with every fault
     */
    static void check(ListOptions options, boolean watchList) {
        List<FieldError> errors = options.watch() ? watchErrors(options, watchList) : listErrors(options);
        if (!errors.isEmpty()) {
            throw ApiException.invalid(KIND, "", errors);
        }
    }

    private static List<FieldError> listErrors(ListOptions options) {
        var errors = new ArrayList<FieldError>();
        String match = options.resourceVersionMatch().orElse("");
        if (!match.isEmpty()) {
            if (options.resourceVersion().isEmpty()) {
                errors.add(FieldError.forbidden(MATCH,
                        "resourceVersionMatch is forbidden unless resourceVersion is provided"));
            }
            if (!options.continueToken().isEmpty()) {
                errors.add(FieldError.forbidden(MATCH, "resourceVersionMatch is forbidden when continue is provided"));
            }
            if (!match.equals(EXACT) && !match.equals(NOT_OLDER_THAN)) {
                errors.add(FieldError.notSupported(MATCH, match, List.of(EXACT, NOT_OLDER_THAN, "")));
            }
            if (match.equals(EXACT) && options.resourceVersion().equals("0")) {
                errors.add(FieldError.forbidden(MATCH,
                        "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
            }
        }
        if (options.sendInitialEvents().isPresent()) {
            errors.add(FieldError.forbidden(INITIAL_EVENTS, "sendInitialEvents is forbidden for list"));
        }
        return errors;
    }

    private static List<FieldError> watchErrors(ListOptions options, boolean watchList) {
        var errors = new ArrayList<FieldError>();
        String match = options.resourceVersionMatch().orElse("");
        if (options.sendInitialEvents().isEmpty()) {
            if (!match.isEmpty()) {
                errors.add(FieldError.forbidden(MATCH,
                        "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
            }
        } else if (!watchList) {
            errors.add(FieldError.forbidden(INITIAL_EVENTS,
                    "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled"));
        } else if (!match.equals(NOT_OLDER_THAN)) {
            errors.add(FieldError.forbidden(MATCH,
                    "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (!match.isEmpty() && !match.equals(NOT_OLDER_THAN)) {
            errors.add(FieldError.notSupported(MATCH, match, List.of(NOT_OLDER_THAN)));
        }
        return errors;
    }

    /**
     * Refuses fields that the resource does not let a selector name.
     *
     * @throws ApiException 400 that names the fields which may be used
     */
    static void checkFields(FieldSelector selector, ResourceDefinition definition) {
        if (selector.selectsEverything()) {
            return;
        }
        Set<String> known = known(definition);
        for (FieldSelector.Requirement requirement : selector.requirements()) {
            if (!known.contains(requirement.field())) {
                throw ApiException.badRequest("\"" + requirement.field() + "\" is not a known field selector: only "
                        + known.stream().map(field -> "\"" + field + "\"").collect(Collectors.joining(", ")));
            }
        }
    }

    private static Set<String> known(ResourceDefinition definition) {
        var known = new LinkedHashSet<String>();
        known.add(NAME);
        if (definition.namespaced() || definition.selectableFields().isEmpty()) {
            known.add(NAMESPACE);
        }
        known.addAll(definition.selectableFields().keySet());
        return known;
    }

    /**
     * Reads a resource version.
     *
     * @return 0 for an empty text
     * @throws ApiException 400 when it is not a number
     */
    static long revision(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        try {
            if (text.charAt(0) != '-' && text.charAt(0) != '+') {
                return Long.parseLong(text);
            }
        } catch (NumberFormatException notANumber) {
            // Said below, for every form.
        }
        throw ApiException.badRequest("invalid resource version: resourceVersion: Invalid value: \"" + text
                + "\": strconv.ParseUint: parsing \"" + text + "\": invalid syntax");
    }
}
