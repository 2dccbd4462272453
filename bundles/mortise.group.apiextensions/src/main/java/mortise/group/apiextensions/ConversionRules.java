package mortise.group.apiextensions;

import java.util.HashSet;
import java.util.List;
import mortise.api.FieldPath;
import mortise.core.schema.FieldView;
import mortise.core.schema.WebhookClients;

/** How objects of one version become those of another. */
final class ConversionRules {

    private static final List<String> REVIEW_VERSIONS = List.of("v1", "v1beta1");
    private static final String NOT_SET = "should not be set when strategy is not set to Webhook";

    private ConversionRules() {
    }

    /** Messages know the webhook's fields without the struct around them. */
    static void validate(FieldView conversion) {
        if (!conversion.present()) {
            return;
        }
        DefinitionRules.enumeration(conversion.at("strategy"), "None", "Webhook");
        FieldPath path = conversion.path();
        FieldView client = conversion.at("webhook", "clientConfig").shownAt(path.child("webhookClientConfig"));
        FieldView versions = conversion.at("webhook", "conversionReviewVersions")
                .shownAt(path.child("conversionReviewVersions"));
        if (conversion.at("strategy").isOneOf("Webhook")) {
            if (client.present()) {
                WebhookClients.validate(client);
            } else {
                client.required("required when strategy is set to Webhook");
            }
            reviewVersions(versions);
            return;
        }
        if (client.present()) {
            client.forbidden(NOT_SET);
        }
        if (!versions.isEmpty()) {
            versions.forbidden(NOT_SET);
        }
    }

    private static void reviewVersions(FieldView versions) {
        if (versions.isEmpty()) {
            versions.required("");
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
        if (REVIEW_VERSIONS.stream().noneMatch(seen::contains)) {
            versions.invalid("must include at least one of " + String.join(", ", REVIEW_VERSIONS));
        }
    }
}
