package mortise.group.admissionregistration;

import java.util.HashSet;
import java.util.Set;
import mortise.core.schema.Checks;
import mortise.core.schema.FieldView;
import mortise.core.schema.LabelSelectors;

/** Which requests a webhook or a policy is asked about. */
final class MatchRules {

    private static final String ALL = "*";

    private MatchRules() {
    }

    /** Checks a {@code MatchResources}. */
    static void resources(FieldView match) {
        if (match.at("matchPolicy").present()) {
            match.at("matchPolicy").oneOf("Equivalent", "Exact");
        } else {
            match.at("matchPolicy").required("");
        }
        selector(match.at("namespaceSelector"));
        selector(match.at("objectSelector"));
        match.at("resourceRules").items().forEach(MatchRules::namedRule);
        match.at("excludeResourceRules").items().forEach(MatchRules::namedRule);
    }

    private static void selector(FieldView selector) {
        if (selector.present()) {
            LabelSelectors.validate(selector);
        } else {
            selector.required("");
        }
    }

    private static void namedRule(FieldView rule) {
        rule.at("resourceNames").items().forEach(FieldView::pathSegment);
        Checks.unique(rule.at("resourceNames"));
        rule(rule);
    }

    /** Checks a {@code RuleWithOperations}. */
    static void rule(FieldView rule) {
        list(rule.at("operations"), "operations");
        rule.at("operations").items().forEach(
                operation -> operation.oneOf(ALL, "CONNECT", "CREATE", "DELETE", "UPDATE"));
        // The group may be the empty text, which is that of the oldest kinds; a version may not.
        list(rule.at("apiGroups"), "API groups");
        list(rule.at("apiVersions"), "API versions");
        rule.at("apiVersions").items().forEach(FieldView::requireText);
        kinds(rule.at("resources"));
        if (rule.at("scope").present()) {
            rule.at("scope").oneOf(ALL, "Cluster", "Namespaced");
        }
    }

    private static void list(FieldView list, String others) {
        if (list.isEmpty()) {
            list.required("");
        } else if (list.size() > 1 && list.texts().contains(ALL)) {
            list.invalid("if '*' is present, must not specify other " + others);
        }
    }

    /** Checks resources such as {@code pods}, {@code pods/status}, all parts of one resource, and one part of all. */
    private static void kinds(FieldView resources) {
        if (resources.isEmpty()) {
            resources.required("");
        }
        var withAllParts = new HashSet<String>();
        var partsOfAll = new HashSet<String>();
        boolean whole = false;
        for (FieldView resource : resources.items()) {
            String text = resource.text();
            int slash = text.indexOf('/');
            if (text.isEmpty()) {
                resource.required("");
            } else if (slash < 0) {
                whole |= !text.equals(ALL);
            } else {
                part(resource, text.substring(0, slash), text.substring(slash + 1), withAllParts, partsOfAll);
            }
        }
        if (resources.size() > 1 && resources.texts().contains("*/*")) {
            resources.invalid("if '*/*' is present, must not specify other resources");
        }
        if (whole && resources.texts().contains(ALL)) {
            resources.invalid("if '*' is present, must not specify other resources without subresources");
        }
    }

    private static void part(
            FieldView resource, String kind, String part, Set<String> withAllParts, Set<String> partsOfAll) {
        if (withAllParts.contains(kind)) {
            resource.invalid("if '" + kind + "/*' is present, must not specify " + resource.text());
        }
        if (partsOfAll.contains(part)) {
            resource.invalid("if '*/" + part + "' is present, must not specify " + resource.text());
        }
        if (part.equals(ALL)) {
            withAllParts.add(kind);
        }
        if (kind.equals(ALL)) {
            partsOfAll.add(part);
        }
    }
}
