package mortise.controller.garbagecollector;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ObjectMeta;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells users, with an event, of references to owners in other namespaces. Thread-safe. */
final class InvalidOwners {

    private static final Logger LOG = LoggerFactory.getLogger(InvalidOwners.class);

    /** As many reports are remembered, so that nobody is told twice. */
    private static final int REPORTS_MAX = 1000;
    private static final int NAME_MAX = 236; // with a dot and 16 digits a valid name
    private static final String COMPONENT = "garbage-collector-controller";
    private static final TypeName EVENT = new TypeName("v1", "Event");

    private record Report(String dependent, String owner) {
    }

    private final LiveObjects objects;
    private final InstantSource clock;
    private final Recent<Report> reported = new Recent<>(REPORTS_MAX);

    InvalidOwners(LiveObjects objects, InstantSource clock) {
        this.objects = objects;
        this.clock = clock;
    }

    /** Tells that an owner is not where its dependent takes it to be. A report that fails is lost. */
    void report(Identity dependent, Identity owner) {
        if (!reported.add(new Report(dependent.uid(), owner.uid()))) {
            return;
        }
        try {
            objects.create(EVENT, event(dependent, owner));
        } catch (ApiException failed) {
            LOG.warn("ownerRef {} of {} does not exist in namespace \"{}\"; telling so failed: {}", owner, dependent,
                    dependent.namespace(), failed.getMessage());
        }
    }

    private ApiObject event(Identity dependent, Identity owner) {
        String now = ObjectMeta.time(clock.instant());
        ApiObject event = ApiObject.ofKind(EVENT.version().kind(EVENT.kind()));
        String name = dependent.name().substring(0, Math.min(dependent.name().length(), NAME_MAX));
        event.metadata().setName(name + "." + String.format("%016x", ThreadLocalRandom.current().nextLong()));
        event.metadata().setNamespace(dependent.namespace().isEmpty() ? "default" : dependent.namespace());
        Map<String, @Nullable Object> fields = event.tree();
        fields.put("involvedObject", about(dependent));
        fields.put("reason", "OwnerRefInvalidNamespace");
        fields.put("message", "ownerRef " + owner + " does not exist in namespace \"" + dependent.namespace() + "\"");
        fields.put("source", new LinkedHashMap<>(Map.of("component", COMPONENT)));
        fields.put("reportingComponent", COMPONENT);
        fields.put("firstTimestamp", now);
        fields.put("lastTimestamp", now);
        fields.put("count", 1L);
        fields.put("type", "Warning");
        return event;
    }

    private static Map<String, @Nullable Object> about(Identity dependent) {
        var about = new LinkedHashMap<String, @Nullable Object>();
        about.put("kind", dependent.type().kind());
        if (!dependent.namespace().isEmpty()) {
            about.put("namespace", dependent.namespace());
        }
        about.put("name", dependent.name());
        about.put("uid", dependent.uid());
        about.put("apiVersion", dependent.type().apiVersion());
        return about;
    }
}
