package mortise.spi.authorization;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mortise.api.ApiObject;
import org.jspecify.annotations.Nullable;

/** The rules of a role object: {@code rules[]} with {@code verbs}, {@code apiGroups} and so on. Pure functions. */
public final class RoleRules {

    private RoleRules() {
    }

    /** Reads the rules of a role. What is not of the right type is read as absent. */
    public static Rules of(ApiObject role) {
        var resources = new ArrayList<Rules.Resources>();
        var paths = new ArrayList<Rules.Paths>();
        if (role.at("rules") instanceof List<?> rules) {
            for (Object item : rules) {
                if (item instanceof Map<?, ?> rule) {
                    read(rule, resources, paths);
                }
            }
        }
        return new Rules(resources, paths, false, List.of());
    }

    private static void read(Map<?, ?> rule, List<Rules.Resources> resources, List<Rules.Paths> paths) {
        List<String> verbs = texts(rule.get("verbs"));
        List<String> urls = texts(rule.get("nonResourceURLs"));
        if (!urls.isEmpty()) {
            paths.add(new Rules.Paths(verbs, urls));
        }
        List<String> plurals = texts(rule.get("resources"));
        if (!plurals.isEmpty()) {
            resources.add(new Rules.Resources(
                    verbs, texts(rule.get("apiGroups")), plurals, texts(rule.get("resourceNames"))));
        }
    }

    private static List<String> texts(@Nullable Object value) {
        var texts = new ArrayList<String>();
        if (value instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof String text) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }

    /** Returns rules as a role object has them, those about resources first. The caller may change the list. */
    public static List<@Nullable Object> trees(Rules rules) {
        var trees = new ArrayList<@Nullable Object>();
        for (Rules.Resources rule : rules.resourceRules()) {
            Map<String, @Nullable Object> tree = tree(rule.verbs());
            put(tree, "apiGroups", rule.groups());
            put(tree, "resources", rule.resources());
            put(tree, "resourceNames", rule.names());
            trees.add(tree);
        }
        for (Rules.Paths rule : rules.pathRules()) {
            Map<String, @Nullable Object> tree = tree(rule.verbs());
            put(tree, "nonResourceURLs", rule.paths());
            trees.add(tree);
        }
        return trees;
    }

    private static Map<String, @Nullable Object> tree(List<String> verbs) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        put(tree, "verbs", verbs);
        return tree;
    }

    private static void put(Map<String, @Nullable Object> tree, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            tree.put(field, new ArrayList<@Nullable Object>(texts));
        }
    }
}
