package mortise.group.admissionregistration;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;
import mortise.core.schema.WebhookClients;
import mortise.spi.group.ResourceStrategy;

/**
 * Webhooks that look at writes, and perhaps change them. Rules that came later than stored objects bind those only when
 * they kept them before.
 */
final class WebhookStrategy implements ResourceStrategy {

    private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
    private static final List<String> WITHOUT_EFFECTS = List.of("None", "NoneOnDryRun");
    private static final List<String> EFFECTS = List.of("None", "NoneOnDryRun", "Some", "Unknown");
    private static final int TIMEOUT_SECONDS_MAX = 30;

    private final Expressions expressions;
    private final boolean mutating;

    WebhookStrategy(Expressions expressions, boolean mutating) {
        this.expressions = expressions;
        this.mutating = mutating;
    }

    /**
     * Which of the later rules hold.
     *
     * @param effects values that {@code sideEffects} may have
     * @param reviewVersion whether one of the versions of reviews must be one that this server speaks
     * @param uniqueNames whether names must differ
     * @param selectorValues whether values in selectors are looked at
     */
    private record Strictness(
            List<String> effects, boolean reviewVersion, boolean uniqueNames, boolean selectorValues) {
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        Strictness strictness = strictness(old.map(
                before -> FieldView.root(before, new ArrayList<>()).at("webhooks").items()).orElse(List.of()));
        var names = new HashSet<String>();
        for (FieldView webhook : FieldView.root(object, errors).at("webhooks").items()) {
            webhook(webhook, strictness);
            reviewVersions(webhook.at("admissionReviewVersions"), strictness.reviewVersion());
            FieldView name = webhook.at("name");
            if (strictness.uniqueNames() && !name.isEmpty() && !names.add(name.text())) {
                name.duplicate();
            }
        }
        return errors;
    }

    private static Strictness strictness(List<FieldView> before) {
        boolean effectless = all(before, hook -> WITHOUT_EFFECTS.contains(hook.at("sideEffects").text()));
        boolean spoken = all(before, hook -> hook.at("admissionReviewVersions").isEmpty()
                || hook.at("admissionReviewVersions").texts().stream().anyMatch(REVIEW_VERSIONS::contains));
        boolean unique = before.stream().map(hook -> hook.at("name").text()).distinct().count() == before.size();
        boolean selectors = all(before, hook -> selectorFaults(hook).isEmpty());
        return new Strictness(effectless ? WITHOUT_EFFECTS : EFFECTS, spoken, unique, selectors);
    }

    private static boolean all(List<FieldView> webhooks, Predicate<FieldView> test) {
        return webhooks.stream().allMatch(test);
    }

    private static List<FieldError> selectorFaults(FieldView webhook) {
        var faults = new ArrayList<FieldError>();
        LabelSelectors.validate(webhook.at("namespaceSelector").reportingTo(faults));
        LabelSelectors.validate(webhook.at("objectSelector").reportingTo(faults));
        return faults;
    }

    private void webhook(FieldView webhook, Strictness strictness) {
        Checks.hookName(webhook.at("name"));
        webhook.at("rules").items().forEach(MatchRules::rule);
        oneOf(webhook.at("failurePolicy"), "Fail", "Ignore");
        oneOf(webhook.at("matchPolicy"), "Equivalent", "Exact");
        FieldView effects = webhook.at("sideEffects");
        if (effects.present()) {
            effects.oneOf(strictness.effects().toArray(String[]::new));
        } else {
            effects.required("must specify one of " + String.join(", ", strictness.effects()));
        }
        FieldView timeout = webhook.at("timeoutSeconds");
        if (timeout.present() && (timeout.number(0) < 1 || timeout.number(0) > TIMEOUT_SECONDS_MAX)) {
            timeout.invalid("the timeout value must be between 1 and " + TIMEOUT_SECONDS_MAX + " seconds");
        }
        LabelSelectors.validate(webhook.at("namespaceSelector"), strictness.selectorValues());
        LabelSelectors.validate(webhook.at("objectSelector"), strictness.selectorValues());
        if (mutating) {
            oneOf(webhook.at("reinvocationPolicy"), "IfNeeded", "Never");
        }
        WebhookClients.validate(webhook.at("clientConfig"));
        MatchConditions.validate(
                webhook.at("matchConditions"), expressions, new Expressions.Scope(false, true, Map.of()));
    }

    private static void oneOf(FieldView field, String... supported) {
        if (field.present()) {
            field.oneOf(supported);
        }
    }

    private static void reviewVersions(FieldView versions, boolean mustBeSpoken) {
        String spoken = String.join(", ", REVIEW_VERSIONS);
        if (versions.isEmpty()) {
            versions.required("must specify one of " + spoken);
            return;
        }
        var seen = new HashSet<String>();
        for (FieldView version : versions.items()) {
            if (seen.add(version.text())) {
                version.label1035();
            } else {
                version.invalid("duplicate version");
            }
        }
        if (mustBeSpoken && REVIEW_VERSIONS.stream().noneMatch(seen::contains)) {
            versions.invalid("must include at least one of " + spoken);
        }
    }
}
