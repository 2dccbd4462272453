package mortise.group.rbac;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import mortise.spi.authorization.Rules;

/** Rules as messages show them. Pure functions. */
final class RuleText {

    private RuleText() {
    }

    /** Returns one text for each rule, those that differ by their verbs taken together, in alphabetical order. */
    static List<String> of(Rules rules) {
        var resources = new LinkedHashMap<Rules.Resources, List<String>>();
        for (Rules.Resources rule : rules.resourceRules()) {
            var same = new Rules.Resources(List.of(), rule.groups(), rule.resources(), rule.names());
            resources.computeIfAbsent(same, none -> new ArrayList<>()).addAll(rule.verbs());
        }
        var texts = new TreeSet<String>();
        resources.forEach((rule, verbs) -> texts.add(shown(Map.of("APIGroups", rule.groups(), "Resources",
                rule.resources(), "ResourceNames", rule.names(), "Verbs", verbs.stream().distinct().toList()))));
        rules.pathRules().forEach(rule ->
                texts.add(shown(Map.of("NonResourceURLs", rule.paths(), "Verbs", rule.verbs()))));
        return List.copyOf(texts);
    }

    private static String shown(Map<String, List<String>> fields) {
        var parts = new ArrayList<String>();
        for (String field : List.of("APIGroups", "Resources", "NonResourceURLs", "ResourceNames", "Verbs")) {
            List<String> values = fields.getOrDefault(field, List.of());
            if (!values.isEmpty()) {
                parts.add(field + ":" + quoted(values));
            }
        }
        return "{" + String.join(", ", parts) + "}";
    }

    /** Returns {@code ["a" "b"]}. */
    static String quoted(List<String> texts) {
        return texts.stream().map(text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(" ", "[", "]"));
    }
}
