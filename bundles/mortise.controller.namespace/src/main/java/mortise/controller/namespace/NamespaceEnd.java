package mortise.controller.namespace;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import mortise.api.ApiException;
import mortise.api.ApiObject;
import mortise.api.ErrorReason;
import mortise.spi.controller.ObjectAccess;
import mortise.spi.controller.ResourceEntry;

/**
 * Brings the end of a namespace one step further: deletes what is in it, pods before everything else, says in the
 * status what is left and why, and finalizes it when nothing is.
 */
final class NamespaceEnd {

    private static final String FINALIZERS = "finalizers";
    /** Stands in {@code spec.finalizers} until the namespace is empty. */
    private static final String KUBERNETES = "kubernetes";

    private final ObjectAccess objects;
    private final InstantSource clock;
    private final Deleters deleters;

    NamespaceEnd(ObjectAccess objects, InstantSource clock, Deleters deleters) {
        this.deleters = deleters;
        this.objects = objects;
        this.clock = clock;
    }

    /**
     * Goes as far as it goes now.
     *
     * @return whether nothing is left to be done: the namespace is finalized, gone, or not going
     * @throws ApiException when the namespace itself cannot be read or written
     */
    boolean advance(String name) throws InterruptedException {
        ApiObject namespace = objects.get(Resources.V1, Resources.NAMESPACES, "", name).orElse(null);
        if (namespace == null || namespace.metadata().deletionTimestamp().isEmpty()
                || !finalizers(namespace).contains(KUBERNETES)) {
            return true;
        }
        Remains remains = new Remains();
        empty(name, remains);
        if (Conditions.put(namespace, remains, clock.instant())) {
            namespace = objects.update(Resources.V1, "namespaces/status", namespace);
        }
        if (!remains.isNothing()) {
            return false;
        }
        return finalized(namespace);
    }

    private void empty(String namespace, Remains remains) throws InterruptedException {
        var content = new Content(objects, namespace, remains, deleters);
        List<ResourceEntry> rest;
        try {
            for (ResourceEntry pods : Resources.pods(objects.served())) {
                content.delete(pods);
            }
            rest = Resources.contents(objects.served());
        } catch (ApiException failed) {
            remains.undiscovered(failed.getMessage());
            return;
        }
        // What pods use, such as secrets and network policies, stays until the last of them has ended.
        if (!remains.isNothing()) {
            return;
        }
        for (ResourceEntry resource : rest) {
            content.delete(resource);
        }
    }

    private boolean finalized(ApiObject namespace) {
        List<Object> left = new ArrayList<>(finalizers(namespace));
        left.remove(KUBERNETES);
        namespace.structAt("spec").put(FINALIZERS, left);
        try {
            objects.update(Resources.V1, "namespaces/finalize", namespace);
            return true;
        } catch (ApiException failed) {
            if (failed.status().reason() == ErrorReason.NOT_FOUND) {
                return true;
            }
            throw failed;
        }
    }

    private static List<?> finalizers(ApiObject namespace) {
        return namespace.at("spec", FINALIZERS) instanceof List<?> list ? list : List.of();
    }
}
