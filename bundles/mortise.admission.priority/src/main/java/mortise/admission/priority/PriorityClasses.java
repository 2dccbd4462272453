package mortise.admission.priority;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.api.GroupVersion;
import mortise.spi.controller.ObjectAccess;

/** Reads the priority classes of the server. */
final class PriorityClasses {

    static final String RESOURCE = "priorityclasses";
    static final String PREEMPTS = "PreemptLowerPriority";

    /** There from the first moment on, whether or not their objects are. */
    private static final Map<String, PriorityClass> BUILT_IN = Map.of(
            "system-cluster-critical", new PriorityClass("system-cluster-critical", 2_000_000_000L, PREEMPTS),
            "system-node-critical", new PriorityClass("system-node-critical", 2_000_001_000L, PREEMPTS));
    private static final PriorityClass NONE = new PriorityClass("", 0, PREEMPTS);

    private final GroupVersion version;
    private final Supplier<ObjectAccess> objects;

    /**
     * What pods of a class get.
     *
     * @param name name of the class; empty when there is none
     * @param value how important the pods are, the higher the more
     * @param preemptionPolicy whether they may drive others out
     */
    record PriorityClass(String name, long value, String preemptionPolicy) {

        static PriorityClass of(ApiObject object) {
            long value = object.tree().get("value") instanceof Number number ? number.longValue() : 0;
            String policy = object.textAt("preemptionPolicy");
            return new PriorityClass(object.metadata().name(), value, policy.isEmpty() ? PREEMPTS : policy);
        }
    }

    PriorityClasses(String group, Supplier<ObjectAccess> objects) {
        this.version = new GroupVersion(group, "v1");
        this.objects = objects;
    }

    /** Says whether a class is one of the system's. */
    static boolean isBuiltIn(String name) {
        return BUILT_IN.containsKey(name);
    }

    /** Returns the class of a name. */
    Optional<PriorityClass> find(String name) {
        Optional<ApiObject> object = objects.get().get(version, RESOURCE, "", name);
        return object.map(PriorityClass::of).or(() -> Optional.ofNullable(BUILT_IN.get(name)));
    }

    /** Returns the class of pods that name none: the lowest of those that say so, else one without a name. */
    PriorityClass ofTheRest() {
        return global().map(PriorityClass::of).min(Comparator.comparingLong(PriorityClass::value)).orElse(NONE);
    }

    /** Returns the name of a class other than the given one that is for pods that name none. */
    Optional<String> otherGlobal(String name) {
        return global().map(object -> object.metadata().name()).filter(other -> !other.equals(name)).findFirst();
    }

    private Stream<ApiObject> global() {
        return list().stream().filter(object -> Boolean.TRUE.equals(object.tree().get("globalDefault")));
    }

    private List<ApiObject> list() {
        try {
            return objects.get().list(version, RESOURCE, "");
        } catch (ApiException failed) {
            // A server that does not serve the group has no classes.
            if (failed.status().reason() == ErrorReason.NOT_FOUND) {
                return List.of();
            }
            throw failed;
        }
    }
}
