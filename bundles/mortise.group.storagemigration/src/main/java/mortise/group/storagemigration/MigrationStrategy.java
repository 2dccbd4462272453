package mortise.group.storagemigration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Migrations: what they rewrite is fixed, and what they have come to is not taken back. */
final class MigrationStrategy implements ResourceStrategy {

    private static final List<String> ENDS = List.of("Succeeded", "Failed");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView resource = root.at("spec", "resource");
        if (resource.at("resource").isEmpty()) {
            resource.at("resource").required("resource is required");
        }
        old.ifPresent(before -> {
            FieldView was = FieldView.root(before, errors);
            root.at("spec").immutable(was.at("spec"), Map.of(
                    "Resource", Objects.requireNonNullElse(resource.value(), Map.of())));
            for (String end : ENDS) {
                if (isTrue(was, end) && !isTrue(root, end)) {
                    root.at("status", "conditions")
                            .forbidden(end + " condition cannot be set to false after it was true");
                }
            }
        });
        if (isTrue(root, ENDS.get(0)) && isTrue(root, ENDS.get(1))) {
            root.at("status", "conditions").forbidden("Both success and failed conditions cannot be true");
        }
        return errors;
    }

    private static boolean isTrue(FieldView migration, String type) {
        return migration.at("status", "conditions").items().stream()
                .anyMatch(condition -> condition.at("type").isOneOf(type) && condition.at("status").isOneOf("True"));
    }
}
