package mortise.group.flowcontrol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.api.Syntax;
import mortise.core.schema.FieldView;
import mortise.spi.group.ResourceStrategy;

/** Flow schemas: which requests belong to which priority level. */
final class FlowSchemaStrategy implements ResourceStrategy {

    private static final int PRECEDENCE_MAX = 10_000;
    private static final String ALL = "*";
    private static final List<String> VERBS = List.of(
            "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch");

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        FieldView root = FieldView.root(object, errors);
        FieldView spec = root.at("spec");
        String name = object.metadata().name();
        precedence(spec.at("matchingPrecedence"), name);
        if (spec.at("distinguisherMethod").present()) {
            spec.at("distinguisherMethod", "type").oneOf("ByNamespace", "ByUser");
        }
        FieldView level = spec.at("priorityLevelConfiguration", "name");
        if (level.isEmpty()) {
            level.required("must reference a priority level");
        } else {
            level.subdomain();
        }
        spec.at("rules").items().forEach(FlowSchemaStrategy::rule);
        Map<String, Object> fixed = Mandatory.FLOW_SCHEMAS.get(name);
        if (fixed != null && !fixed.equals(spec.value())) {
            spec.invalid("spec of '" + name + "' must equal the fixed value");
        }
        ConditionStatusStrategy.check(root);
        return errors;
    }

    private static void precedence(FieldView precedence, String name) {
        long number = precedence.number(0);
        if (number <= 0) {
            precedence.invalid(number, "must be a positive value");
        }
        if (number > PRECEDENCE_MAX) {
            precedence.invalid("must not be greater than " + PRECEDENCE_MAX);
        }
        if (number == 1 && !name.equals(Mandatory.EXEMPT)) {
            precedence.invalid("only the schema named 'exempt' may have matchingPrecedence 1");
        }
    }

    private static void rule(FieldView rule) {
        if (rule.at("subjects").isEmpty()) {
            rule.at("subjects").required("subjects must contain at least one value");
        }
        rule.at("subjects").items().forEach(FlowSchemaStrategy::subject);
        if (rule.at("resourceRules").isEmpty() && rule.at("nonResourceRules").isEmpty()) {
            rule.required("at least one of resourceRules and nonResourceRules has to be non-empty");
        }
        rule.at("resourceRules").items().forEach(FlowSchemaStrategy::resources);
        rule.at("nonResourceRules").items().forEach(FlowSchemaStrategy::paths);
    }

    private static void subject(FieldView subject) {
        FieldView kind = subject.at("kind");
        if (!kind.isOneOf("ServiceAccount", "User", "Group")) {
            kind.notSupported("Group", "ServiceAccount", "User");
            return;
        }
        member(subject, "serviceAccount", "ServiceAccount");
        member(subject, "user", "User");
        member(subject, "group", "Group");
    }

    /** The member that belongs to the kind is required, the others are forbidden. */
    private static void member(FieldView subject, String field, String kind) {
        FieldView member = subject.at(field);
        if (!subject.at("kind").isOneOf(kind)) {
            if (member.present()) {
                member.forbidden(field + " is forbidden when subject kind is not '" + kind + "'");
            }
        } else if (!member.present()) {
            member.required(field + " is required when subject kind is '" + kind + "'");
        } else {
            named(member, field.equals("serviceAccount"));
        }
    }

    private static void named(FieldView member, boolean serviceAccount) {
        FieldView name = member.at("name");
        if (name.isEmpty()) {
            name.required("");
        } else if (serviceAccount && !name.isOneOf(ALL)) {
            name.subdomain();
        }
        FieldView namespace = member.at("namespace");
        if (serviceAccount && namespace.isEmpty()) {
            namespace.required("must specify namespace for service account");
        } else if (serviceAccount) {
            namespace.label();
        }
    }

    private static void resources(FieldView rule) {
        verbs(rule.at("verbs"));
        list(rule.at("apiGroups"), "resource rules must supply at least one api group", "api groups");
        list(rule.at("resources"), "resource rules must supply at least one resource", "resources");
        FieldView namespaces = rule.at("namespaces");
        if (namespaces.isEmpty() && !rule.at("clusterScope").flag()) {
            namespaces.required("resource rules that are not cluster scoped must supply at least one namespace");
        } else if (namespaces.texts().contains(ALL)) {
            alone(namespaces, "namespaces");
        } else {
            for (FieldView namespace : namespaces.items()) {
                Syntax.label(namespace.text()).ifPresent(why -> namespace.invalid(
                        "each member of this list must be '*' or a DNS-1123 label; " + why));
            }
        }
    }

    private static void paths(FieldView rule) {
        verbs(rule.at("verbs"));
        FieldView paths = rule.at("nonResourceURLs");
        if (paths.isEmpty()) {
            paths.required("nonResourceURLs must contain at least one value");
        } else if (paths.texts().contains(ALL)) {
            alone(paths, "non-resource URLs");
        } else {
            paths.items().forEach(path -> path.check(FlowSchemaStrategy::pathFault));
        }
    }

    private static Optional<String> pathFault(String path) {
        int star = path.indexOf('*');
        if (path.isEmpty()) {
            return Optional.of("must not be empty");
        } else if (!path.startsWith("/")) {
            return Optional.of("must start with slash");
        } else if (path.contains(" ")) {
            return Optional.of("must not contain white-space");
        } else if (path.contains("//")) {
            return Optional.of("must not contain double slash");
        }
        boolean suffix = star == path.length() - 1 && path.endsWith("/*");
        return star < 0 || suffix ? Optional.empty() : Optional.of("wildcard can only do suffix matching");
    }

    private static void verbs(FieldView verbs) {
        if (verbs.isEmpty()) {
            verbs.required("verbs must contain at least one value");
        } else if (verbs.texts().contains(ALL)) {
            alone(verbs, "verbs");
        } else if (!VERBS.containsAll(verbs.texts())) {
            verbs.notSupported(VERBS.toArray(String[]::new));
        }
    }

    private static void list(FieldView list, String whyRequired, String others) {
        if (list.isEmpty()) {
            list.required(whyRequired);
        } else if (list.texts().contains(ALL)) {
            alone(list, others);
        }
    }

    private static void alone(FieldView list, String others) {
        if (list.size() > 1) {
            list.invalid("if '*' is present, must not specify other " + others);
        }
    }
}
