package mortise.group.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.ResourceNames;
import mortise.spi.group.ResourceStrategy;

/** Resource quotas. */
final class ResourceQuotaStrategy implements ResourceStrategy {

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView spec = root.at("spec");
        amounts(spec.at("hard"));
        QuotaScopes.validate(spec);
        amounts(root.at("status", "hard"));
        amounts(root.at("status", "used"));
        old.ifPresent(before -> {
            var scopes = new HashSet<>(FieldView.root(before, errors).at("spec", "scopes").texts());
            if (!scopes.equals(new HashSet<>(spec.at("scopes").texts()))) {
                spec.at("scopes").invalid("field is immutable");
            }
        });
        return errors;
    }

    /** Checks what is written to the status. */
    static void validateStatus(FieldView quota) {
        if (quota.at("metadata", "resourceVersion").isEmpty()) {
            quota.at("resourceVersion").required("");
        }
        amounts(quota.at("status", "hard"));
        amounts(quota.at("status", "used"));
    }

    private static void amounts(FieldView amounts) {
        amounts.entries().forEach((name, amount) -> {
            ResourceNames.checkForQuota(amount, name);
            ResourceNames.checkAmount(amount, name);
        });
    }
}
