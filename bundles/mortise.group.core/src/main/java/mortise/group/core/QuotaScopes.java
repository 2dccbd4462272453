package mortise.group.core;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mortise.core.schema.FieldView;
import mortise.core.schema.ResourceNames;
import org.jspecify.annotations.Nullable;

/** Checks which pods or claims a quota counts. */
final class QuotaScopes {

    private static final Set<String> COMPUTE = Set.of(
            "pods", "cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory");
    /** The resources that each scope can be used with. */
    private static final Map<String, Set<String>> RESOURCES = Map.of(
            "BestEffort", Set.of("pods"),
            "NotBestEffort", COMPUTE,
            "Terminating", COMPUTE,
            "NotTerminating", COMPUTE,
            "PriorityClass", COMPUTE,
            "CrossNamespacePodAffinity", COMPUTE,
            "VolumeAttributesClass", Set.of("persistentvolumeclaims", "requests.storage"));
    private static final Set<String> EXISTING = Set.of(
            "BestEffort", "NotBestEffort", "Terminating", "NotTerminating", "CrossNamespacePodAffinity");
    private static final List<Set<String>> CONFLICTS =
            List.of(Set.of("BestEffort", "NotBestEffort"), Set.of("Terminating", "NotTerminating"));
    private static final String NOT_FOR_RESOURCE = "unsupported scope applied to resource";

    private QuotaScopes() {
    }

    static void validate(FieldView spec) {
        FieldView scopes = spec.at("scopes");
        var names = new TreeSet<>(spec.at("hard").entries().keySet());
        for (String scope : scopes.texts()) {
            if (!RESOURCES.containsKey(scope)) {
                scopes.invalid("unsupported scope");
            }
            unfit(scopes, scope, names, scopes.value());
        }
        conflicts(scopes, new HashSet<>(scopes.texts()), scopes.value());
        if (spec.at("scopeSelector").present()) {
            selector(spec.at("scopeSelector", "matchExpressions"), names, spec);
        }
    }

    private static void selector(FieldView expressions, Set<String> names, FieldView spec) {
        var seen = new HashSet<String>();
        for (FieldView expression : expressions.items()) {
            String scope = expression.at("scopeName").text();
            if (!RESOURCES.containsKey(scope)) {
                expression.at("scopeName").shownAt(expressions.path().child("scopeName")).invalid("unsupported scope");
            }
            unfit(expressions, scope, names, spec.at("scopeSelector").value());
            operator(expression, expressions, scope);
            seen.add(scope);
        }
        conflicts(expressions, seen, spec.at("scopes").value());
    }

    /** Errors inside an expression are shown as if the list were one. */
    private static void operator(FieldView expression, FieldView expressions, String scope) {
        FieldView operator = expression.at("operator").shownAt(expressions.path().child("operator"));
        FieldView values = expression.at("values").shownAt(expressions.path().child("values"));
        if (EXISTING.contains(scope) && !operator.isOneOf("Exists")) {
            operator.invalid(operator.text(), "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating,"
                    + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
                    + " ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity");
        }
        switch (operator.text()) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    values.required("must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    values.invalid("must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
                }
            }
            default -> operator.invalid(operator.text(), "not a valid selector operator");
        }
    }

    private static void unfit(FieldView at, String scope, Set<String> names, @Nullable Object shown) {
        Set<String> fitting = RESOURCES.get(scope);
        for (String name : names) {
            if (fitting != null && ResourceNames.isStandardForQuota(name) && !fitting.contains(name)) {
                at.invalid(shown, NOT_FOR_RESOURCE);
            }
        }
    }

    private static void conflicts(FieldView at, Set<String> scopes, @Nullable Object shown) {
        for (Set<String> conflict : CONFLICTS) {
            if (scopes.containsAll(conflict)) {
                at.invalid(shown, "conflicting scopes");
            }
        }
    }
}
