package mortise.group.coordination;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Candidates: who could lead, and in which version it would. */
final class LeaseCandidateStrategy implements ResourceStrategy {

    /** Semantic version 2.0, without its build metadata's finer rules. */
    private static final Pattern VERSION =
            Pattern.compile("(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?");

    private static final String OLDEST = "OldestEmulationVersion";

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView spec = FieldView.root(object, errors).at("spec");
        if (spec.at("leaseName").isEmpty()) {
            spec.at("leaseName").required("");
        }
        binaryVersion(spec);
        strategy(spec.at("strategy"));
        if (spec.at("strategy").isEmpty()) {
            spec.at("strategy").required("");
        } else if (spec.at("strategy").isOneOf(OLDEST) && spec.at("emulationVersion").isEmpty()) {
            spec.at("emulationVersion").required("must be specified when `strategy` is 'OldestEmulationVersion'");
        }
        old.ifPresent(before -> spec.at("leaseName")
                .immutable(FieldView.root(before, errors).at("spec", "leaseName")));
        return errors;
    }

    private static void binaryVersion(FieldView spec) {
        for (String field : List.of("binaryVersion", "emulationVersion")) {
            FieldView version = spec.at(field);
            if (version.isEmpty() && field.equals("binaryVersion")) {
                version.required("must be specified");
            } else if (!version.isEmpty() && !VERSION.matcher(version.text()).matches()) {
                version.invalid("must be a valid semantic version");
            }
        }
    }

    /** Checks the name of a way to elect; an absent one is fine. */
    static void strategy(FieldView strategy) {
        if (strategy.isEmpty() || strategy.isOneOf(OLDEST)) {
            return;
        }
        if (strategy.text().indexOf('/') < 0) {
            strategy.invalid("must be one of [" + OLDEST + "] or a qualified name with a domain");
        } else {
            Checks.domainPrefixedPath(strategy);
        }
    }
}
