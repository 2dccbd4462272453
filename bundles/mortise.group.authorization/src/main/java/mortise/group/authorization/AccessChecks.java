package mortise.group.authorization;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.FieldView;
import mortise.group.authorization.AccessReviews.About;
import org.jspecify.annotations.Nullable;

/** What must hold for a review of access. Pure. */
final class AccessChecks {

    private AccessChecks() {
    }

    /** Returns what is wrong with a review. */
    static List<FieldError> validate(ApiObject review, About about) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(review, errors);
        FieldView spec = root.at("spec");
        FieldView resource = spec.at("resourceAttributes");
        FieldView path = spec.at("nonResourceAttributes");
        if (resource.present() && path.present()) {
            path.invalid(shown(path), "cannot be specified in combination with resourceAttributes");
        }
        if (!resource.present() && !path.present()) {
            resource.invalid(null, "exactly one of nonResourceAttributes or resourceAttributes must be specified");
        }
        if (about != About.CALLER && spec.at("user").isEmpty() && spec.at("groups").isEmpty()) {
            spec.at("user").invalid("", "at least one of user or group must be specified");
        }
        selector(resource.at("fieldSelector"), false);
        selector(resource.at("labelSelector"), true);
        metadata(root.at("metadata"), about == About.ONE_NAMESPACE);
        if (about == About.ONE_NAMESPACE) {
            oneNamespace(root.at("metadata", "namespace"), resource, path);
        }
        return errors;
    }

    private static void selector(FieldView selector, boolean labels) {
        if (!selector.present()) {
            return;
        }
        FieldView raw = selector.at("rawSelector");
        FieldView requirements = selector.at("requirements");
        if (!raw.isEmpty() && !requirements.isEmpty()) {
            raw.invalid("may not specified at the same time as requirements");
        }
        if (raw.isEmpty() && requirements.isEmpty()) {
            requirements.required("when " + selector.path() + " is specified, requirements or rawSelector is required");
        }
        for (FieldView requirement : requirements.items()) {
            requirement(requirement, labels);
        }
    }

    /** Operators that nobody knows are fine: a later version may, and the requirement is left out. */
    private static void requirement(FieldView requirement, boolean label) {
        FieldView values = requirement.at("values");
        if (requirement.at("operator").isOneOf("In", "NotIn") && values.isEmpty()) {
            values.required("must be specified when `operator` is 'In' or 'NotIn'");
        }
        if (requirement.at("operator").isOneOf("Exists", "DoesNotExist") && !values.isEmpty()) {
            values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
        }
        if (label) {
            requirement.at("key").qualifiedName();
            values.items().forEach(FieldView::labelValue);
        } else if (requirement.at("key").isEmpty()) {
            requirement.at("key").required("must be specified");
        }
    }

    private static void metadata(FieldView metadata, boolean mayHaveNamespace) {
        Set<String> ignored = mayHaveNamespace ? Set.of("managedFields", "namespace") : Set.of("managedFields");
        boolean empty = metadata.entries().entrySet().stream()
                .allMatch(field -> ignored.contains(field.getKey()) || field.getValue().isEmpty());
        if (!empty) {
            metadata.invalid(mayHaveNamespace ? "must be empty except for namespace" : "must be empty");
        }
    }

    private static void oneNamespace(FieldView namespace, FieldView resource, FieldView path) {
        FieldView asked = resource.at("namespace");
        if (resource.present() && !asked.text().equals(namespace.text())) {
            asked.invalid(asked.text(), "must match metadata.namespace");
        }
        if (path.present()) {
            path.invalid(shown(path), "disallowed on this kind of request");
        }
    }

    /** Returns the attributes with the member names that messages have always shown. */
    private static Map<String, @Nullable Object> shown(FieldView path) {
        var shown = new LinkedHashMap<String, @Nullable Object>();
        shown.put("Path", path.at("path").text());
        shown.put("Verb", path.at("verb").text());
        return shown;
    }
}
