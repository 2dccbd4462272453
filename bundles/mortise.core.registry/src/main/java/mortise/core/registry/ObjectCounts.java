package mortise.core.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import mortise.spi.operations.MetricFamily;
import mortise.spi.operations.MetricFamily.Sample;
import mortise.spi.operations.MetricFamily.Stability;
import mortise.spi.operations.MetricFamily.Type;
import mortise.spi.operations.MetricFamily.Value;

/** How many objects there are of each stored resource, by what the caches know. */
final class ObjectCounts {

    private ObjectCounts() {
    }

    static List<MetricFamily> of(Collection<ResourceState> states) {
        var objects = new ArrayList<Sample>();
        var older = new ArrayList<Sample>();
        for (ResourceState state : states) {
            // Only what is loaded: a scrape waits for nobody.
            if (state.definition().virtual().isEmpty() && state.cache().loaded().toCompletableFuture().isDone()) {
                KeyLayout keys = state.keys();
                long count = state.cache().any().count(keys.from(""), keys.to(""));
                objects.add(new Value(List.of(state.resource().group(), state.resource().resource()), count));
                older.add(new Value(List.of(state.resource().toString()), count));
            }
        }
        return List.of(
                new MetricFamily("apiserver_resource_objects", Type.GAUGE, Stability.ALPHA,
                        "Stored objects of each resource.", List.of("group", "resource"), objects),
                new MetricFamily("apiserver_storage_objects", Type.GAUGE, Stability.STABLE,
                        "(Deprecated since 1.34.0) Stored objects of each resource; see apiserver_resource_objects.",
                        List.of("resource"), older));
    }
}
