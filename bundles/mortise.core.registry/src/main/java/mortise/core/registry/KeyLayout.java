package mortise.core.registry;

import mortise.spi.storage.KeyOrder;

/**
 * Where the objects of a resource are stored, as Kubernetes lays them out in etcd:
 * {@code /registry/configmaps/default/a}, {@code /registry/services/specs/default/a}, {@code /registry/minions/a}.
 *
 * @param prefix with a slash at the end
 * @param namespaced whether the namespace is part of the key
 */
record KeyLayout(String prefix, boolean namespaced) {

    static final String ROOT = "/registry/";

    static KeyLayout of(String storagePrefix, boolean namespaced) {
        return new KeyLayout(ROOT + storagePrefix + "/", namespaced);
    }

    /** Returns the key of an object. */
    String key(String namespace, String name) {
        if (name.isEmpty() || name.indexOf('/') >= 0 || namespace.indexOf('/') >= 0) {
            throw new IllegalArgumentException("not a key: '" + namespace + "' '" + name + "'");
        }
        return namespaced ? prefix + namespace + "/" + name : prefix + name;
    }

    /** Returns the first key that objects of a namespace can have; of any namespace when it is empty. */
    String from(String namespace) {
        return namespaced && !namespace.isEmpty() ? prefix + namespace + "/" : prefix;
    }

    /** Returns the end, exclusive, of the keys that objects of a namespace can have. */
    String to(String namespace) {
        return KeyOrder.endOfPrefix(from(namespace));
    }
}
