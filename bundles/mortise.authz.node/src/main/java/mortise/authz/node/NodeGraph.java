package mortise.authz.node;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import mortise.api.ApiObject;

/**
 * Which objects have to do with which nodes: pods that are bound to a node, what those pods use, the volumes that are
 * bound to their claims, and what those volumes use. One thread changes it; any thread asks, and never waits.
 *
 * <p>Worked example: pod p on node n uses the claim c, the volume v is bound to c and uses the secret s. Then n has to
 * do with p, c, v and s: c by the count of pods on n that use it, v because of c, and s because of v.
 */
final class NodeGraph {

    private final String mirrorAnnotation;

    /** How many pods of each node use an object. The inner maps are never changed. */
    private final Map<Key, Map<String, Integer>> users = new ConcurrentHashMap<>();
    /** The claim that each volume is bound to. */
    private final Map<String, Key> claims = new ConcurrentHashMap<>();
    /** The volumes that use each secret. The inner sets are never changed. */
    private final Map<Key, Set<String>> volumes = new ConcurrentHashMap<>();
    /** What each pod, attachment and slice adds to {@link #users}. Of the thread that changes the graph. */
    private final Map<Key, Use> uses = new HashMap<>();
    /** The secrets of each volume. Of the thread that changes the graph. */
    private final Map<String, Set<Key>> volumeSecrets = new HashMap<>();

    private record Use(String node, Set<Key> objects) {
    }

    /** @param labelDomain suffix of annotation keys */
    NodeGraph(String labelDomain) {
        this.mirrorAnnotation = labelDomain + "/config.mirror";
    }

    /** Says whether an object has to do with a node. */
    boolean isRelated(String node, Key object) {
        if (uses(node, object)) {
            return true;
        }
        if (object.resource().equals(Key.VOLUMES)) {
            Key claim = claims.get(object.name());
            return claim != null && uses(node, claim);
        }
        for (String volume : volumes.getOrDefault(object, Set.of())) {
            Key claim = claims.get(volume);
            if (claim != null && uses(node, claim)) {
                return true;
            }
        }
        return false;
    }

    private boolean uses(String node, Key object) {
        return users.getOrDefault(object, Map.of()).containsKey(node);
    }

    /** Notes an object as it is now. */
    void put(String resource, ApiObject object) {
        switch (resource) {
            case Key.PODS -> putPod(object);
            case Key.VOLUMES -> putVolume(object);
            default -> putOwned(resource, object);
        }
    }

    /** Forgets an object. */
    void remove(String resource, ApiObject object) {
        if (resource.equals(Key.VOLUMES)) {
            claims.remove(object.metadata().name());
            setSecrets(object.metadata().name(), Set.of());
        } else {
            setUse(key(resource, object), new Use("", Set.of()));
        }
    }

    private void putPod(ApiObject pod) {
        Set<Key> objects = new HashSet<>(
                References.ofPod(pod, pod.metadata().annotations().containsKey(mirrorAnnotation)));
        Key key = key(Key.PODS, pod);
        objects.add(key);
        setUse(key, new Use(pod.textAt("spec", "nodeName"), objects));
    }

    private void putOwned(String resource, ApiObject object) {
        Key key = key(resource, object);
        setUse(key, new Use(object.textAt("spec", "nodeName"), Set.of(key)));
    }

    private void putVolume(ApiObject volume) {
        String name = volume.metadata().name();
        String namespace = volume.textAt("spec", "claimRef", "namespace");
        String claim = volume.textAt("spec", "claimRef", "name");
        if (claim.isEmpty()) {
            claims.remove(name);
        } else {
            claims.put(name, new Key(Key.CLAIMS, namespace, claim));
        }
        setSecrets(name, References.ofVolume(volume, namespace));
    }

    private static Key key(String resource, ApiObject object) {
        return new Key(resource, object.metadata().namespace(), object.metadata().name());
    }

    private void setUse(Key by, Use now) {
        Use before = now.node().isEmpty() ? uses.remove(by) : uses.put(by, now);
        if (now.equals(before)) {
            return;
        }
        if (!now.node().isEmpty()) {
            now.objects().forEach(object -> count(object, now.node(), 1));
        }
        if (before != null) {
            before.objects().forEach(object -> count(object, before.node(), -1));
        }
    }

    private void count(Key object, String node, int more) {
        users.compute(object, (key, old) -> {
            Map<String, Integer> all = old == null ? new HashMap<>() : new HashMap<>(old);
            all.merge(node, more, Integer::sum);
            all.values().removeIf(count -> count <= 0);
            return all.isEmpty() ? null : all;
        });
    }

    private void setSecrets(String volume, Set<Key> now) {
        Set<Key> before = now.isEmpty() ? volumeSecrets.remove(volume) : volumeSecrets.put(volume, now);
        if (before != null) {
            before.forEach(secret -> volumes.computeIfPresent(secret, (key, old) -> {
                Set<String> rest = new HashSet<>(old);
                rest.remove(volume);
                return rest.isEmpty() ? null : rest;
            }));
        }
        now.forEach(secret -> volumes.compute(secret, (key, old) -> {
            Set<String> all = old == null ? new HashSet<>() : new HashSet<>(old);
            all.add(volume);
            return all;
        }));
    }
}
