package mortise.group.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import mortise.api.ApiObject;
import mortise.api.FieldError;
import mortise.core.schema.Cells;
import mortise.core.schema.FieldView;
import mortise.core.workload.PodUpdates;
import mortise.spi.group.ResourceStrategy;
import org.jspecify.annotations.Nullable;

/** Writing one thing of a running pod that an ordinary update may not change. */
final class PodPartStrategy implements ResourceStrategy {

    private static final List<String> RESIZED = List.of("resources", "resizePolicy");

    private final BiConsumer<ApiObject, ApiObject> take;
    private final BiConsumer<FieldView, FieldView> check;

    /**
     * @param take puts what the path writes of the first pod into the second one
     * @param check checks a pod against what it was
     */
    private PodPartStrategy(BiConsumer<ApiObject, ApiObject> take, BiConsumer<FieldView, FieldView> check) {
        this.take = take;
        this.check = check;
    }

    /** Returns that of containers for debugging, which can only be added. */
    static ResourceStrategy ephemeralContainers() {
        return new PodPartStrategy(PodPartStrategy::takeEphemeralContainers, PodUpdates::validateEphemeralContainers);
    }

    /** Returns that of what containers request of processors and memory. */
    static ResourceStrategy resize() {
        return new PodPartStrategy(PodPartStrategy::takeResources, PodUpdates::validateResize);
    }

    @Override
    public void prepareForUpdate(ApiObject object, ApiObject old) {
        ApiObject result = old.deepCopy();
        take.accept(object, result);
        object.tree().clear();
        object.tree().putAll(result.tree());
    }

    @Override
    public List<FieldError> validate(ApiObject object, Optional<ApiObject> old) {
        var errors = new ArrayList<FieldError>();
        old.ifPresent(before -> check.accept(
                FieldView.root(object, errors), FieldView.root(before, new ArrayList<>())));
        return errors;
    }

    private static void takeEphemeralContainers(ApiObject from, ApiObject to) {
        put(to.structAt("spec"), "ephemeralContainers", from.at("spec", "ephemeralContainers"));
    }

    /** Takes the containers' resources by name; containers come and go in no other way than before. */
    private static void takeResources(ApiObject from, ApiObject to) {
        for (String list : List.of("containers", "initContainers")) {
            for (Map<String, @Nullable Object> container : Cells.structs(to, "spec", list)) {
                Cells.structs(from, "spec", list).stream()
                        .filter(wanted -> Objects.equals(wanted.get("name"), container.get("name")))
                        .findFirst()
                        .ifPresent(wanted -> RESIZED.forEach(field -> put(container, field, wanted.get(field))));
            }
        }
    }

    private static void put(Map<String, @Nullable Object> struct, String field, @Nullable Object value) {
        if (value == null) {
            struct.remove(field);
        } else {
            struct.put(field, value);
        }
    }
}
