package mortise.controller.namespace;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import mortise.api.ApiObject;
import mortise.api.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** The conditions in the status of a namespace that is going. Pure functions. */
final class Conditions {

    private static final List<Condition> ALL = List.of(
            new Condition("NamespaceDeletionDiscoveryFailure", Remains::discoveryFailure, "DiscoveryFailed",
                    "ResourcesDiscovered", "All resources successfully discovered"),
            new Condition("NamespaceDeletionGroupVersionParsingFailure", remains -> Optional.empty(),
                    "GroupVersionParsingFailed", "ParsedGroupVersions", "All legacy kube types successfully parsed"),
            new Condition("NamespaceDeletionContentFailure", Remains::contentFailure, "ContentDeletionFailed",
                    "ContentDeleted", "All content successfully deleted, may be waiting on finalization"),
            new Condition("NamespaceContentRemaining", Remains::contentRemaining, "SomeResourcesRemain",
                    "ContentRemoved", "All content successfully removed"),
            new Condition("NamespaceFinalizersRemaining", Remains::finalizersRemaining, "SomeFinalizersRemain",
                    "ContentHasNoFinalizers", "All content-preserving finalizers finished"));

    private Conditions() {
    }

    /**
     * @param trouble the message when it is true; nothing when it is not
     */
    private record Condition(String type, Function<Remains, Optional<String>> trouble, String troubleReason,
            String fineReason, String fine) {

        Map<String, @Nullable Object> of(Remains remains) {
            Optional<String> message = trouble.apply(remains);
            var condition = new LinkedHashMap<String, @Nullable Object>();
            condition.put("type", type);
            condition.put("status", message.isPresent() ? "True" : "False");
            condition.put("reason", message.isPresent() ? troubleReason : fineReason);
            condition.put("message", message.orElse(fine));
            return condition;
        }
    }

    /** Puts the conditions into a namespace, which keeps others of its own, and says whether that changed anything. */
    static boolean put(ApiObject namespace, Remains remains, Instant now) {
        List<Object> conditions = new ArrayList<>(
                namespace.at("status", "conditions") instanceof List<?> list ? list : List.of());
        boolean changed = false;
        for (Condition condition : ALL) {
            changed |= put(conditions, condition.of(remains), now);
        }
        if (changed) {
            namespace.structAt("status").put("conditions", conditions);
        }
        return changed;
    }

    private static boolean put(List<Object> conditions, Map<String, @Nullable Object> wanted, Instant now) {
        int at = 0;
        while (at < conditions.size() && !holds(conditions.get(at), wanted, "type")) {
            at++;
        }
        wanted.put("lastTransitionTime", ObjectMeta.time(now));
        if (at == conditions.size()) {
            conditions.add(wanted);
            return true;
        }
        Object before = conditions.get(at);
        boolean same = holds(before, wanted, "status");
        if (same && holds(before, wanted, "reason") && holds(before, wanted, "message")) {
            return false;
        }
        if (same && before instanceof Map<?, ?> map) {
            wanted.put("lastTransitionTime", map.get("lastTransitionTime"));
        }
        conditions.set(at, wanted);
        return true;
    }

    private static boolean holds(Object condition, Map<String, @Nullable Object> wanted, String field) {
        return condition instanceof Map<?, ?> map && String.valueOf(wanted.get(field)).equals(map.get(field));
    }
}
