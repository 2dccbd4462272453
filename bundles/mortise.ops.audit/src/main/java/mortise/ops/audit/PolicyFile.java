package mortise.ops.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import mortise.core.codec.DecodeLimits;
import mortise.core.codec.MalformedBodyException;
import mortise.core.codec.YamlDecoder;
import mortise.spi.operations.AuditEvent.Stage;
import mortise.spi.operations.AuditRule;
import mortise.spi.operations.AuditRule.Level;
import org.jspecify.annotations.Nullable;

/** Reads a {@code Policy} of {@code audit.k8s.io/v1}. Strict: a field that nobody knows is a mistake. Pure. */
final class PolicyFile {

    private static final Pattern GROUP = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*"
            + "[a-z0-9])?)*");
    private static final Set<String> POLICY_FIELDS =
            Set.of("apiVersion", "kind", "metadata", "rules", "omitStages", "omitManagedFields");
    private static final Set<String> RULE_FIELDS = Set.of("level", "users", "userGroups", "verbs", "resources",
            "namespaces", "nonResourceURLs", "omitStages", "omitManagedFields");
    private static final Set<String> RESOURCE_FIELDS = Set.of("group", "resources", "resourceNames");

    private final boolean omitManagedFields;
    private final Set<Stage> omitStages;

    private PolicyFile(Map<?, ?> policy) {
        omitManagedFields = flag(policy, "", "omitManagedFields").orElse(false);
        omitStages = stages(policy, "");
    }

    /**
     * Returns the rules of a file in their order.
     *
     * @throws IllegalArgumentException saying what is wrong, and where
     */
    static List<PolicyRule> parse(byte[] content) {
        Map<?, ?> policy = fields(tree(content), "policy", POLICY_FIELDS);
        if (!"audit.k8s.io/v1".equals(policy.get("apiVersion")) || !"Policy".equals(policy.get("kind"))) {
            throw new IllegalArgumentException("apiVersion and kind have to be audit.k8s.io/v1 and Policy");
        }
        List<?> entries = list(policy, "rules", "rules");
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("loaded illegal policy with 0 rules");
        }
        var file = new PolicyFile(policy);
        var rules = new ArrayList<PolicyRule>();
        for (Object entry : entries) {
            rules.add(file.rule(entry, "rules[" + rules.size() + "]"));
        }
        return List.copyOf(rules);
    }

    private static @Nullable Object tree(byte[] content) {
        try {
            return YamlDecoder.decode(content, DecodeLimits.DEFAULT).value();
        } catch (MalformedBodyException malformed) {
            throw new IllegalArgumentException(malformed.getMessage(), malformed);
        }
    }

    private PolicyRule rule(@Nullable Object entry, String at) {
        Map<?, ?> rule = fields(entry, at, RULE_FIELDS);
        Set<Stage> omitted = new HashSet<>(omitStages);
        omitted.addAll(stages(rule, at));
        List<PolicyRule.Resources> resources = resources(rule, at);
        Set<String> namespaces = set(rule, at, "namespaces");
        List<String> paths = List.copyOf(texts(rule, at, "nonResourceURLs"));
        checkPaths(paths, !resources.isEmpty() || !namespaces.isEmpty(), at + ".nonResourceURLs");
        var outcome = new AuditRule(level(rule.get("level"), at + ".level"), omitted,
                flag(rule, at, "omitManagedFields").orElse(omitManagedFields));
        return new PolicyRule(outcome, set(rule, at, "users"), set(rule, at, "userGroups"), set(rule, at, "verbs"),
                namespaces, resources, paths);
    }

    private static Level level(@Nullable Object value, String at) {
        for (Level level : Level.values()) {
            if (level.text().equals(value)) {
                return level;
            }
        }
        if (value == null || value.equals("")) {
            throw mistake(at, "Required value");
        }
        throw unsupported(at, value, Arrays.stream(Level.values()).map(Level::text).toList());
    }

    private static Set<Stage> stages(Map<?, ?> fields, String at) {
        var stages = new LinkedHashSet<Stage>();
        String where = at.isEmpty() ? "omitStages" : at + ".omitStages";
        for (String text : texts(fields, at, "omitStages")) {
            int index = stages.size();
            stages.add(Arrays.stream(Stage.values()).filter(stage -> stage.text().equals(text)).findFirst()
                    .orElseThrow(() -> unsupported(where + "[" + index + "]", text,
                            Arrays.stream(Stage.values()).map(Stage::text).toList())));
        }
        return stages;
    }

    private static List<PolicyRule.Resources> resources(Map<?, ?> rule, String at) {
        var all = new ArrayList<PolicyRule.Resources>();
        for (Object entry : list(rule, "resources", at + ".resources")) {
            String where = at + ".resources[" + all.size() + "]";
            Map<?, ?> fields = fields(entry, where, RESOURCE_FIELDS);
            Object group = fields.get("group");
            String name = group == null ? "" : text(group, where + ".group");
            if (!name.isEmpty() && !GROUP.matcher(name).matches()) {
                throw mistake(where + ".group", "Invalid value: \"" + name
                        + "\": group must be a DNS subdomain without a version; empty for the core group");
            }
            List<String> names = List.copyOf(texts(fields, where, "resources"));
            Set<String> objects = set(fields, where, "resourceNames");
            if (!objects.isEmpty() && names.isEmpty()) {
                throw mistake(where + ".resourceNames", "Invalid value: using resourceNames requires at least one"
                        + " resource");
            }
            all.add(new PolicyRule.Resources(name, names, objects));
        }
        return List.copyOf(all);
    }

    private static void checkPaths(List<String> paths, boolean resources, String at) {
        if (!paths.isEmpty() && resources) {
            throw mistake(at, "Invalid value: rules cannot apply to both regular resources and non-resource URLs");
        }
        for (int i = 0; i < paths.size(); i++) {
            String path = paths.get(i);
            if (!path.equals("*") && !path.startsWith("/")) {
                throw mistake(at + "[" + i + "]", "Invalid value: \"" + path
                        + "\": non-resource URL rules must begin with a '/' character");
            }
            int star = path.indexOf('*');
            if (star >= 0 && star < path.length() - 1) {
                throw mistake(at + "[" + i + "]", "Invalid value: \"" + path
                        + "\": non-resource URL wildcards '*' must be the final character of the rule");
            }
        }
    }

    private static Map<?, ?> fields(@Nullable Object value, String at, Set<String> known) {
        if (!(value instanceof Map<?, ?> fields)) {
            throw mistake(at, "expected a map of fields");
        }
        for (Object name : fields.keySet()) {
            if (!known.contains(String.valueOf(name))) {
                throw mistake(at, "unknown field \"" + name + "\"");
            }
        }
        return fields;
    }

    private static List<?> list(Map<?, ?> fields, String name, String at) {
        Object value = fields.get(name);
        if (value != null && !(value instanceof List)) {
            throw mistake(at, "expected a list");
        }
        return value == null ? List.of() : (List<?>) value;
    }

    private static List<String> texts(Map<?, ?> fields, String at, String name) {
        String where = at.isEmpty() ? name : at + "." + name;
        var texts = new ArrayList<String>();
        for (Object item : list(fields, name, where)) {
            texts.add(text(item, where + "[" + texts.size() + "]"));
        }
        return texts;
    }

    private static Set<String> set(Map<?, ?> fields, String at, String name) {
        return Set.copyOf(new HashSet<>(texts(fields, at, name)));
    }

    private static String text(@Nullable Object value, String at) {
        if (value instanceof String text) {
            return text;
        }
        throw mistake(at, "expected a text");
    }

    private static Optional<Boolean> flag(Map<?, ?> fields, String at, String name) {
        Object value = fields.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw mistake(at.isEmpty() ? name : at + "." + name, "expected true or false");
        }
        return Optional.ofNullable((Boolean) value);
    }

    private static IllegalArgumentException unsupported(String at, Object value, List<String> supported) {
        return mistake(at, "Unsupported value: \"" + value + "\": supported values: "
                + supported.stream().map(one -> '"' + one + '"').collect(Collectors.joining(", ")));
    }

    private static IllegalArgumentException mistake(String at, String what) {
        return new IllegalArgumentException(at + ": " + what);
    }
}
