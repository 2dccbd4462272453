package mortise.group.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.core.schema.Names;
import mortise.core.schema.ResourceNames;
import mortise.spi.group.ResourceStrategy;

/** Limit ranges. */
final class LimitRangeStrategy implements ResourceStrategy {

    private static final Set<String> TYPES = Set.of("Pod", "Container", "PersistentVolumeClaim");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        var types = new HashSet<String>();
        for (FieldView item : FieldView.root(object, errors).at("spec", "limits").items()) {
            FieldView type = item.at("type");
            type(type);
            if (!types.add(type.text())) {
                type.duplicate();
            }
            names(item, type.text());
            var keys = new TreeSet<String>();
            for (String field : List.of("max", "min", "default", "defaultRequest", "maxLimitRequestRatio")) {
                keys.addAll(item.at(field).entries().keySet());
            }
            keys.forEach(key -> LimitAmounts.validate(item, key));
        }
        return errors;
    }

    private static void type(FieldView type) {
        List<String> faults = Names.qualified(type.text());
        faults.forEach(why -> type.invalid(type.text(), why));
        if (faults.isEmpty() && type.text().indexOf('/') < 0 && !TYPES.contains(type.text())) {
            type.invalid("must be a standard limit type or fully qualified");
        }
    }

    private static void names(FieldView item, String type) {
        amounts(item.at("max"), type);
        amounts(item.at("min"), type);
        for (String field : List.of("default", "defaultRequest")) {
            if (!type.equals("Pod")) {
                amounts(item.at(field), type);
            } else if (!item.at(field).isEmpty()) {
                item.at(field).forbidden("may not be specified when `type` is 'Pod'");
            }
        }
        if (type.equals("PersistentVolumeClaim") && !item.at("min").entry("storage").present()
                && !item.at("max").entry("storage").present()) {
            item.at("limits").required("either minimum or maximum storage value is required, but neither was provided");
        }
        amounts(item.at("maxLimitRequestRatio"), type);
    }

    private static void amounts(FieldView amounts, String type) {
        boolean pods = type.equals("Pod") || type.equals("Container");
        amounts.entries().forEach((name, amount) -> {
            if (pods) {
                ResourceNames.checkForContainer(amount, name);
            } else {
                ResourceNames.check(amount, name);
            }
        });
    }
}
