package mortise.group.apiregistration;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Group versions, and the services that serve those which this server does not. */
final class ApiServiceStrategy implements ResourceStrategy {

    private static final int GROUP_PRIORITY_MAX = 20_000;
    private static final int VERSION_PRIORITY_MAX = 1000;

    /** What this server serves is there at once; whether a service is, somebody has to find out. */
    @Override
    public void prepareForCreate(ApiObject object) {
        object.tree().remove("status");
        if (object.at("spec", "service") == null) {
            var condition = new LinkedHashMap<String, @Nullable Object>();
            condition.put("type", "Available");
            condition.put("status", "True");
            condition.put("lastTransitionTime", object.metadata().creationTimestamp());
            condition.put("reason", "Local");
            condition.put("message", "Local APIServices are always available");
            object.structAt("status").put("conditions", new ArrayList<>(List.<Map<String, ?>>of(condition)));
        }
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView spec = root.at("spec");
        name(root.at("metadata", "name"), spec.at("version").text() + "." + spec.at("group").text());
        FieldView group = spec.at("group");
        if (!group.isEmpty()) {
            group.subdomain();
        } else if (!spec.at("version").isOneOf("v1")) {
            group.required("only v1 may have an empty group and it better be legacy kube");
        }
        spec.at("version").label1035();
        priority(spec.at("groupPriorityMinimum"), GROUP_PRIORITY_MAX);
        priority(spec.at("versionPriority"), VERSION_PRIORITY_MAX);
        if (spec.at("service").present()) {
            remote(spec);
        } else {
            local(spec);
        }
        return errors;
    }

    private static void name(FieldView name, String required) {
        // What cannot stand in a path has been reported as that.
        if (Syntax.pathSegment(name.text()).isEmpty() && !name.text().equals(required)) {
            name.invalid(name.text(), "must be `spec.version+\".\"+spec.group`: \"" + required + "\"");
        }
    }

    private static void priority(FieldView priority, int max) {
        long number = priority.number(0);
        if (number <= 0 || number > max) {
            priority.invalid(number, "must be positive and less than " + max);
        }
    }

    private static void local(FieldView spec) {
        FieldView bundle = spec.at("caBundle");
        if (!bundle.isEmpty()) {
            bundle.invalid(bytes(bundle.text()) + " bytes", "local APIServices may not have a caBundle");
        }
        if (spec.at("insecureSkipTLSVerify").flag()) {
            spec.at("insecureSkipTLSVerify").invalid("local APIServices may not have insecureSkipTLSVerify");
        }
    }

    private static int bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64).length;
        } catch (IllegalArgumentException malformed) {
            return base64.length();
        }
    }

    private static void remote(FieldView spec) {
        spec.at("service", "namespace").requireText();
        spec.at("service", "name").requireText();
        spec.at("service", "port").port();
        if (spec.at("insecureSkipTLSVerify").flag() && !spec.at("caBundle").isEmpty()) {
            spec.at("insecureSkipTLSVerify").invalid("may not be true if caBundle is present");
        }
    }
}
