package mortise.group.apps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.FieldPath;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodTemplates;
import mortise.core.workload.PodWarnings;
import mortise.core.workload.VolumeWarnings;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Stateful sets: pods with names and volumes of their own, most of which is fixed when the set is made. */
final class StatefulSetStrategy implements ResourceStrategy {

    private static final Set<String> CHANGEABLE = Set.of("replicas", "ordinals", "template", "updateStrategy",
            "revisionHistoryLimit", "persistentVolumeClaimRetentionPolicy", "minReadySeconds");

    @Override
    public List<String> warnings(ApiObject object, Optional<ApiObject> old) {
        var warnings = new ArrayList<String>();
        FieldView spec = FieldView.root(object, new ArrayList<>()).at("spec");
        if (PodWarnings.isChanged(object, old)) {
            warnings.addAll(PodWarnings.ofTemplate(spec.at("template")));
        }
        for (FieldView claim : spec.at("volumeClaimTemplates").items()) {
            // The paths have always been shown like this.
            FieldPath shown = old.isPresent() ? claim.path().child("Spec") : claim.path();
            warnings.addAll(VolumeWarnings.ofClaim(claim.at("spec").shownAt(shown)));
        }
        if (spec.at("revisionHistoryLimit").number(0) < 0) {
            warnings.add("spec.revisionHistoryLimit: a negative value retains all historical revisions;"
                    + " a value >= 0 is recommended");
        }
        return warnings;
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        FieldView management = spec.at("podManagementPolicy");
        if (management.isEmpty()) {
            management.required("");
        } else if (!management.isOneOf("OrderedReady", "Parallel")) {
            management.invalid("must be 'OrderedReady' or 'Parallel'");
        }
        updateStrategy(spec.at("updateStrategy"));
        FieldView retention = spec.at("persistentVolumeClaimRetentionPolicy");
        retention.at("whenDeleted").oneOf("Delete", "Retain");
        retention.at("whenScaled").oneOf("Delete", "Retain");
        spec.at("replicas").nonNegative();
        spec.at("minReadySeconds").nonNegative();
        spec.at("ordinals", "start").nonNegative();
        template(spec);
        old.ifPresent(before -> {
            if (!fixed(object).equals(fixed(before))) {
                spec.forbidden("updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template',"
                        + " 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and"
                        + " 'minReadySeconds' are forbidden");
            }
        });
        return errors;
    }

    private static void updateStrategy(FieldView strategy) {
        FieldView rolling = strategy.at("rollingUpdate");
        switch (strategy.at("type").text()) {
            case "" -> strategy.required("");
            case "OnDelete" -> {
                if (rolling.present()) {
                    var shown = new LinkedHashMap<String, @Nullable Object>();
                    shown.put("Partition", rolling.at("partition").number(0));
                    shown.put("MaxUnavailable", rolling.at("maxUnavailable").value());
                    rolling.invalid(shown, "only allowed for updateStrategy 'RollingUpdate'");
                }
            }
            case "RollingUpdate" -> {
                rolling.at("partition").nonNegative();
                Checks.countOrPercent(rolling.at("maxUnavailable"));
                Checks.atMostAll(rolling.at("maxUnavailable"));
            }
            default -> strategy.invalid("must be 'RollingUpdate' or 'OnDelete'");
        }
    }

    private static void template(FieldView spec) {
        FieldView template = spec.at("template");
        if (!Templates.selector(spec, "statefulset", "")) {
            return;
        }
        // Pods mount volumes that the claim templates make, so only the pods themselves can be checked as a whole.
        PodTemplates.validateMetadata(template);
        PodTemplates.alwaysRestarting(template, "StatefulSet");
    }

    /** Returns what may not change, without the status of claims, which others set. */
    private static Map<String, @Nullable Object> fixed(ApiObject set) {
        var fixed = new LinkedHashMap<String, @Nullable Object>();
        set.structAt("spec").forEach((field, value) -> {
            boolean nothing = value == null || Objects.equals(value, List.of());
            if (!CHANGEABLE.contains(field) && !nothing) {
                fixed.put(field, value);
            }
        });
        return fixed;
    }
}
