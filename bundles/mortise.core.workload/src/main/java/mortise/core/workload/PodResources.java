package mortise.core.workload;

import java.util.LinkedHashMap;
import java.util.Map;
import mortise.core.schema.Amounts;
import mortise.core.schema.FieldView;
import mortise.core.schema.Quantity;

/** What the containers of a pod ask for together. */
final class PodResources {

    private PodResources() {
    }

    /**
     * Returns the requests of all containers together, by resource: those that run side by side are added up, and an
     * init container counts as much as what runs with it.
     */
    static Map<String, Quantity> requests(FieldView spec) {
        return aggregate(spec, "requests");
    }

    /** Returns the limits of all containers together, by resource, counted as {@link #requests} are. */
    static Map<String, Quantity> limits(FieldView spec) {
        return aggregate(spec, "limits");
    }

    private static Map<String, Quantity> aggregate(FieldView spec, String list) {
        Map<String, Quantity> total = new LinkedHashMap<>();
        for (FieldView container : spec.at("containers").items()) {
            addAll(total, amounts(container, list));
        }
        Map<String, Quantity> sidecars = new LinkedHashMap<>();
        Map<String, Quantity> starting = new LinkedHashMap<>();
        for (FieldView container : spec.at("initContainers").items()) {
            Map<String, Quantity> own = amounts(container, list);
            if (container.at("restartPolicy").isOneOf("Always")) {
                addAll(total, own);
                addAll(sidecars, own);
                raise(starting, sidecars);
            } else {
                addAll(own, sidecars);
                raise(starting, own);
            }
        }
        raise(total, starting);
        return total;
    }

    private static void addAll(Map<String, Quantity> sums, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sums.merge(name, amount, Quantity::add));
    }

    private static void raise(Map<String, Quantity> most, Map<String, Quantity> others) {
        others.forEach((name, amount) -> most.merge(name, amount, (a, b) -> b.compareTo(a) > 0 ? b : a));
    }

    private static Map<String, Quantity> amounts(FieldView container, String list) {
        Map<String, Quantity> amounts = new LinkedHashMap<>();
        container.at("resources", list).entries().forEach((name, amount) ->
                amounts.put(name, Amounts.of(amount.value())));
        return amounts;
    }
}
