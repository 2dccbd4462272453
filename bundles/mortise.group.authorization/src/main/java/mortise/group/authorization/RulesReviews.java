package mortise.group.authorization;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.GroupVersion;
import mortise.spi.authorization.AuthorizerChain;
import mortise.spi.authorization.Rules;
import mortise.spi.authorization.RulesQuestion;
import mortise.spi.group.ActionRequest;
import mortise.spi.group.VirtualObjects;
import org.jspecify.annotations.Nullable;

/** Lists what the caller may do in a namespace, as far as the authorizers can tell. */
final class RulesReviews implements VirtualObjects {

    private final Supplier<AuthorizerChain> authorizers;

    RulesReviews(Supplier<AuthorizerChain> authorizers) {
        this.authorizers = authorizers;
    }

    @Override
    public ApiObject perform(ActionRequest request) {
        ApiObject review = request.body();
        String namespace = review.textAt("spec", "namespace");
        if (namespace.isEmpty()) {
            throw ApiException.badRequest("no namespace on request");
        }
        Rules rules = authorizers.get().rules(new RulesQuestion(request.user(), namespace));
        // The answer has never repeated the question.
        ApiObject answer = ApiObject.ofKind(GroupVersion.parse(review.apiVersion()).kind(review.kind()));
        answer.tree().put("metadata", new LinkedHashMap<String, @Nullable Object>());
        answer.tree().put("spec", new LinkedHashMap<String, @Nullable Object>());
        answer.tree().put("status", status(rules));
        return answer;
    }

    private static Map<String, @Nullable Object> status(Rules rules) {
        var resources = new ArrayList<@Nullable Object>();
        for (Rules.Resources rule : rules.resourceRules()) {
            var tree = new LinkedHashMap<String, @Nullable Object>();
            tree.put("verbs", list(rule.verbs()));
            put(tree, "apiGroups", rule.groups());
            put(tree, "resources", rule.resources());
            put(tree, "resourceNames", rule.names());
            resources.add(tree);
        }
        var paths = new ArrayList<@Nullable Object>();
        for (Rules.Paths rule : rules.pathRules()) {
            var tree = new LinkedHashMap<String, @Nullable Object>();
            tree.put("verbs", list(rule.verbs()));
            put(tree, "nonResourceURLs", rule.paths());
            paths.add(tree);
        }
        var status = new LinkedHashMap<String, @Nullable Object>();
        status.put("resourceRules", resources);
        status.put("nonResourceRules", paths);
        status.put("incomplete", rules.incomplete());
        if (!rules.errors().isEmpty()) {
            status.put("evaluationError", AccessReviews.joined(rules.errors()));
        }
        return status;
    }

    private static void put(Map<String, @Nullable Object> tree, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            tree.put(field, list(texts));
        }
    }

    private static List<@Nullable Object> list(List<String> texts) {
        return new ArrayList<>(texts);
    }
}
