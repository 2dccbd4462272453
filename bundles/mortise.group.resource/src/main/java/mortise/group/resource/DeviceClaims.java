package mortise.group.resource;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import mortise.core.schema.FieldView;

/** Validation of {@code resource.v1.ResourceClaimSpec}. */
final class DeviceClaims {

    static final int REQUESTS_MAX = 32;
    private static final int CONSTRAINTS_MAX = 32;
    private static final int ALTERNATIVES_MAX = 8;
    private static final String REFERENCE = "must be the name of a request in the claim or the name of a request and a"
            + " subrequest separated by '/'";

    private DeviceClaims() {
    }

    /** Checks the spec of a new claim. */
    static void validate(FieldView spec) {
        FieldView devices = spec.at("devices");
        Consumer<FieldView> reference = reference(devices);
        Lists.set(devices.at("requests"), REQUESTS_MAX, DeviceClaims::request, Lists.by("name"));
        Lists.each(devices.at("constraints"), CONSTRAINTS_MAX, constraint -> constraint(constraint, reference));
        Lists.each(devices.at("config"), Configurations.MAX, config -> {
            references(config.at("requests"), reference);
            Configurations.validate(config, false);
        });
    }

    private static void request(FieldView request) {
        request.at("name").label();
        FieldView alternatives = request.at("firstAvailable");
        FieldView exactly = request.at("exactly");
        if (alternatives.size() > 0 && exactly.present()) {
            request.invalid(null,
                    "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
        } else if (exactly.present()) {
            wish(exactly);
        } else if (alternatives.size() > 0) {
            Lists.set(alternatives, ALTERNATIVES_MAX, alternative -> {
                alternative.at("name").label();
                wish(alternative);
            }, Lists.by("name"));
        } else {
            request.required("exactly one of `exactly` or `firstAvailable` is required");
        }
    }

    private static void wish(FieldView wish) {
        DeviceNames.deviceClass(wish.at("deviceClassName"));
        Selectors.validate(wish.at("selectors"), false);
        FieldView mode = wish.at("allocationMode");
        FieldView count = wish.at("count");
        switch (mode.text()) {
            case "All" -> {
                if (count.number(0) != 0) {
                    count.invalid("must not be specified when allocationMode is 'All'");
                }
            }
            case "ExactCount" -> {
                if (count.number(0) <= 0) {
                    count.invalid(count.number(0), "must be greater than zero");
                }
            }
            default -> mode.notSupported("All", "ExactCount");
        }
        wish.at("tolerations").items().forEach(Taints::toleration);
    }

    private static void constraint(FieldView constraint, Consumer<FieldView> reference) {
        references(constraint.at("requests"), reference);
        if (constraint.at("matchAttribute").present()) {
            DeviceNames.fullyQualified(constraint.at("matchAttribute"));
        } else if (constraint.at("distinctAttribute").present()) {
            DeviceNames.fullyQualified(constraint.at("distinctAttribute"));
        } else {
            constraint.required("exactly one of \"matchAttribute\" or \"distinctAttribute\" is required, but multiple"
                    + " fields are set");
        }
    }

    /** Checks a list of references to requests. */
    static void references(FieldView requests, Consumer<FieldView> reference) {
        Lists.set(requests, REQUESTS_MAX, reference, FieldView::text);
    }

    /** Returns the check of a reference to one of the requests of a claim, or to one of their alternatives. */
    static Consumer<FieldView> reference(FieldView devices) {
        Map<String, Set<String>> names = new HashMap<>();
        for (FieldView request : devices.at("requests").items()) {
            names.put(request.at("name").text(), request.at("firstAvailable").items().stream()
                    .map(alternative -> alternative.at("name").text()).collect(Collectors.toSet()));
        }
        return reference -> {
            String[] parts = reference.text().split("/", -1);
            if (parts.length > 2) {
                reference.invalid(reference.text(), REFERENCE);
                return;
            }
            for (String part : parts) {
                reference.with(part).label();
            }
            Set<String> alternatives = names.get(parts[0]);
            if (alternatives == null || parts.length == 2 && !alternatives.contains(parts[1])) {
                reference.invalid(reference.text(), REFERENCE);
            }
        };
    }
}
